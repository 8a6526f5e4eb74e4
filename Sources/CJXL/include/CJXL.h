/// libjxl as libvips calls it, with one difference: an animation ends after its first frame.
#ifndef C_JXL_H
#define C_JXL_H

/// Makes every decoder of this process report after its first picture that it is done.
///
/// libvips decodes all frames of an animation into the same pixels before 8.16, and shows the last.
void vitrine_jxl_stop_after_first_frame(void);

#endif
