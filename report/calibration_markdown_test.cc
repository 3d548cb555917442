// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "report/calibration_testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CalibrationMarkdown, IsThreeTablesAndWhatTheyMean) {
  const std::string text = RenderCalibration(MakeCalibration());
  EXPECT_THAT(text, HasSubstr(R"(| false alarms at 5 % |      seen | rate | 95 % interval | the rate |
|:--------------------|----------:|-----:|--------------:|:---------|
| compress wall       | 16 of 400 | 4.0% |    2.3%..6.4% | holds    |
)"));
  EXPECT_THAT(text, HasSubstr(R"(| scatter         |  s_D | robust |  ICC | lag 1 |   12 |   24 |   48 |
|:----------------|-----:|-------:|-----:|------:|-----:|-----:|-----:|
| compress wall   | 1.0% |   0.5% | 0.25 | -0.50 | 0.9% | 0.6% | 0.4% |
)"));
  EXPECT_THAT(text, HasSubstr("| p below         | 0.1 | 0.2 |"));
  EXPECT_THAT(text, HasSubstr("400 A/A experiments of 12 runs x 9 rounds x 25 operations"));
  EXPECT_THAT(text, HasSubstr("- conditions with a warning: governor\n"));
  EXPECT_THAT(text, Not(HasSubstr("emulated")));
  EXPECT_THAT(text, HasSubstr("- an odd number of rounds"));
  Calibration even = MakeCalibration();
  even.header.protocol.rounds = 8;
  EXPECT_THAT(RenderCalibration(even), Not(HasSubstr("an odd number of rounds")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
}

TEST(CalibrationMarkdown, SaysWhatIsNotShownOrCannotBeHeld) {
  Calibration calibration = MakeCalibration();
  calibration.rows = {MakeCalibrationRow("compress", "wall", 200, 17), MakeCalibrationRow("compress", "cpu", 200, 10),
                      MakeCalibrationRow("decompress", "wall", 200, 12),
                      MakeCalibrationRow("decompress", "cpu", 100, 8)};
  calibration.rows[0].deviation_percent = 43.2;
  const std::string text = RenderCalibration(calibration);
  EXPECT_THAT(text, HasSubstr("| cannot hold |"));
  EXPECT_THAT(text, HasSubstr("| compress wall   |  43% |"));
  EXPECT_THAT(text, HasSubstr("- compress by wall: this machine shows differences where there are none"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "- compress by cpu: not shown by 200 experiments; if more go as promised, about\n  320 would show it\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "- decompress by wall: not shown by 200 experiments; if more go like these, about\n  750 would show it\n"));
  EXPECT_THAT(text, HasSubstr("- decompress by cpu: not shown, and at the rate that was seen not even 100,000\n"));
  EXPECT_THAT(text, HasSubstr("judge by this clock"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
  calibration.experiments = 200;
  EXPECT_THAT(RenderCalibration(calibration), HasSubstr("- decompress by cpu: 100 of 200 experiments have none"));
  EXPECT_THAT(RenderCalibration(calibration), Not(HasSubstr("decompress by wall: 0 of")));
  calibration.rows[1] = MakeCalibrationRow("compress", "cpu", 200, 12);
  EXPECT_THAT(RenderCalibration(calibration), HasSubstr("- compress by cpu, decompress by wall: not shown by 200"))
      << "the same is said once";
}

TEST(CalibrationMarkdown, SaysThatAnEmulatorWasCalibrated) {
  Calibration calibration = MakeCalibration();
  calibration.header.context.accel = "tcg";
  calibration.header.context.platform = "<VM>";
  calibration.changed_conditions = {"load average: 3.1"};
  const std::string text = RenderCalibration(calibration);
  EXPECT_THAT(text, HasSubstr("The CPU was emulated (TCG)"));
  EXPECT_THAT(text, HasSubstr("- after it was resumed, under other conditions: load average: 3.1\n"));
  EXPECT_THAT(text, Not(HasSubstr("<VM>"))) << "a name of a file must not be markup";
}

}  // namespace
}  // namespace firstbyte::report
