#pragma once

/// SwiftPM names each executable's entry point after its module; all start libFuzzer's driver.
int fuzz_cleaner_main(int argc, char **argv);
int fuzz_input_main(int argc, char **argv);
int fuzz_lines_main(int argc, char **argv);
int fuzz_listing_main(int argc, char **argv);
int fuzz_picture_main(int argc, char **argv);
int fuzz_protocol_main(int argc, char **argv);
int fuzz_sftp_main(int argc, char **argv);
int fuzz_xml_main(int argc, char **argv);
