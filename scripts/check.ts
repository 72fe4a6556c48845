/**
 * `npm run check [-- --base REF] [--journeys]`: proves what has changed since this branch left the main one, committed or
 * not, by the tests that use it. It says what it leaves out; `npm test` leaves nothing out.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inAdvance, leftOut, whatRan } from '@/scripts/check/account'
import { listFiles, readChanges } from '@/scripts/check/changes'
import { readImportGraph } from '@/scripts/check/import-graph'
import { readJourneyList } from '@/scripts/check/journey-list'
import { makePlan, type Plan } from '@/scripts/check/plan'
import { StartError } from '@/scripts/start-error'
import {
  build,
  generated,
  journeys,
  lint,
  migrations,
  runOne,
  type Step,
  timesOf,
  types,
  vitest,
} from '@/scripts/test/steps'
import { add, defectLines, inWords, NOTHING } from '@/scripts/test/sum'

const USAGE = 'npm run check -- [--base REF] [--journeys]'

function readArguments(args: string[]): { base?: string | undefined; journeys: boolean } {
  try {
    const options = { base: { type: 'string' }, journeys: { type: 'boolean', default: false } } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** Paths as patterns of Playwright, which match somewhere in a path. */
const asPattern = (file: string) => `${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`

/** `typesAreChecked`: with success, so that the build need not. */
function journeySteps(plan: Plan, typesAreChecked: boolean): Step[] {
  const { journeys: touched, allJourneys } = plan
  const files = touched?.tests ?? allJourneys
  return files.length > 0
    ? [build({ checkTypes: !typesAreChecked }), journeys(files === allJourneys ? [] : files.map(asPattern))]
    : []
}

/** What the plan asks for, in the order in which it fails fastest. */
function stepsOf(plan: Plan): Step[] {
  const { tests } = plan.touched
  const isAll = tests.length === plan.allTests.length
  return [
    generated,
    lint(plan.lint),
    ...(plan.types ? [types] : []),
    ...(plan.migrations ? [migrations] : []),
    // Whole paths, since vitest runs every file whose path has the name somewhere in it.
    ...(tests.length > 0 ? [vitest('Tests', 'check', isAll ? [] : tests.map((file) => path.resolve(file)))] : []),
  ]
}

/** Runs what the change asks for to the end, whatever fails; exits with 1 if something did. */
export async function main(args: string[]): Promise<void> {
  const { base, journeys: withJourneys } = readArguments(args)
  const changes = readChanges(base)
  let sum = NOTHING
  if (changes.changed.length + changes.deleted.length === 0) {
    console.log(`Nothing has changed since ${changes.base}; another base is named by ${USAGE}\n\n${inWords(sum)}`)
    return
  }
  const graph = readImportGraph(new Set([...listFiles(), ...changes.deleted]))
  const plan = makePlan(changes, { graph, list: readJourneyList(), textOf: (file) => fs.readFileSync(file, 'utf8') })
  console.log(inAdvance(changes, plan).join('\n'))
  if (withJourneys && !plan.journeys)
    console.log('There is no list yet of what each journey asks for, which a run of all of them makes: all are run.')
  const steps = stepsOf(plan)
  for (const step of steps) sum = add(sum, await runOne(step))
  const inBrowser = withJourneys ? journeySteps(plan, plan.types && sum.failed === 0) : []
  for (const step of inBrowser) sum = add(sum, await runOne(step))
  const omitted = leftOut(plan, withJourneys).map((line) => `- ${line}`)
  console.log(`\n${[whatRan(plan), omitted.length > 0 ? 'Left out:' : 'Left out: nothing.', ...omitted].join('\n')}`)
  console.log(`\n${[timesOf([...steps, ...inBrowser]), ...defectLines(sum), inWords(sum)].join('\n')}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}
