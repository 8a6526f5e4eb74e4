import ContactSheet
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import PictureKit
import TerminalKit

extension GalleryContainer {
  /// `e`, on the list, the photo screen and the basket.
  func makeExportCommands(presenter: any CommandPresenter) -> ExportCommands {
    let files = ExportedFiles(images: images)
    let environment = WorkerEnvironment.ofThisProcess()
    let service = DefaultExportService(
      pages: repository,
      thumbnails: WorkerThumbnails(loader: pictureLoader, files: files), originals: files,
      makeTypesetter: { [log = pictureLoader.log] in
        SheetWorker(launcher: ProcessLauncher(log: log), log: log)
      },
      makeOptions: { [prices] in
        ExportOptions(
          paper: PaperSize(environment: environment), prices: prices, environment: environment,
          dateText: String(Self.day(of: .now)))
      })
    return ExportCommands(
      viewModel: ExportViewModel(service: service), theme: theme, presenter: presenter)
  }

  /// `2026-11-21`, in the local zone.
  private static func day(of date: Date) -> String {
    PhotoText(photo: Photo(id: "", name: "", createdAt: date)).date.prefix(10).description
  }
}
