/** `npm test`: everything, what fails fastest first. Its last line is the sum. */
import fs from 'node:fs'
import {
  build,
  demo,
  generated,
  journeys,
  lint,
  migrations,
  REPORTS,
  runOne,
  type Step,
  timesOf,
  types,
  vitest,
} from '@/scripts/test/steps'
import { add, defectLines, inWords, NOTHING, type Sum } from '@/scripts/test/sum'

/**
 * Stages after each other, each of lines of steps that run side by side. Neither the tests of vitest nor the journeys keep two cores
 * busy by themselves, since both wait for processes, answers and pages. A line ends with its first failed step.
 */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [[generated]],
  [[lint({ biome: 'all', oxlint: 'all' })], [types, migrations]],
  [
    [
      vitest('Unit and hook tests', 'unit', ['--project', 'unit*', '--project', 'hooks*']),
      vitest('Database and access tests', 'database', ['--project', 'database*']),
    ],
    [build({ checkTypes: false }), demo, journeys([], { isFilled: true })],
  ],
]

/** Runs the steps of a line up to the first that fails. */
async function runLine(line: readonly Step[]): Promise<Sum> {
  let sum = NOTHING
  for (const step of line) {
    if (sum.failed > 0) break
    sum = add(sum, await runOne(step))
  }
  return sum
}

/** Runs the stages up to the first with a failure; exits with 1 if there is one. */
export async function main(): Promise<void> {
  fs.rmSync(REPORTS, { recursive: true, force: true })
  let sum = NOTHING
  for (const lines of stages) {
    if (sum.failed > 0) break
    sum = (await Promise.all(lines.map(runLine))).reduce(add, sum)
  }
  console.log(`\n${[timesOf(stages.flat(2)), ...defectLines(sum), inWords(sum)].join('\n')}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}
