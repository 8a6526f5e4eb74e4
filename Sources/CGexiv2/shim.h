#ifndef CGEXIV2_SHIM_H
#define CGEXIV2_SHIM_H

#include <gexiv2/gexiv2.h>

#endif
