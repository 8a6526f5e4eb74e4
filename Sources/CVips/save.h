#ifndef CVIPS_SAVE_H
#define CVIPS_SAVE_H

#include <vips/vips.h>

#endif
