// SPDX-License-Identifier: GPL-2.0-or-later
// The libraries that draw the plots of `report --format=html`, which a build has where npm could be had.
#ifndef FIRSTBYTE_CLI_PLOT_LIBRARIES_H_
#define FIRSTBYTE_CLI_PLOT_LIBRARIES_H_

#include <string>

#include "report/html_page.h"

namespace firstbyte::cli {

// Of the directory in which the build puts them. Never an error: a page can be made without them.
report::PlotLibraries ReadPlotLibraries(const std::string& directory);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_PLOT_LIBRARIES_H_
