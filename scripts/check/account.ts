/** What a check says of itself: what it runs before it begins, and at the end what it ran and what it left out. */
import type { Changes } from '@/scripts/check/changes'
import type { Plan } from '@/scripts/check/plan'
import { kindOf, type TestKind } from '@/scripts/check/test-files'

const KINDS: readonly TestKind[] = ['unit', 'hooks', 'database']
/** More names than these are not read. */
const NAMED = 6
const WITH_JOURNEYS = 'npm run check -- --journeys'

const isDatabase = (file: string) => kindOf(file) === 'database'

/** `3 unit, 1 database` */
const byKind = (files: readonly string[]) =>
  KINDS.map((kind) => ({ kind, count: files.filter((file) => kindOf(file) === kind).length }))
    .flatMap(({ kind, count }) => (count > 0 ? [`${count} ${kind}`] : []))
    .join(', ')

function named(files: readonly string[]): string {
  const more = files.length - NAMED
  return more > 1 ? `${files.slice(0, NAMED).join(', ')} and ${more} more` : files.join(', ')
}

const someOf = (files: readonly string[], all: readonly string[], what: string) =>
  `${files.length} of ${all.length} ${what}${files.length > 0 ? ` (${byKind(files)})` : ''}`

/** What is compared, and what will run. */
export function inAdvance({ base, changed, deleted }: Changes, { touched, allTests }: Plan): string[] {
  const deletedText = deleted.length > 0 ? `, of which ${deleted.length} are gone` : ''
  const databases = allTests.filter(isDatabase)
  const many = touched.tests.filter(isDatabase).length
  return [
    `Files that differ from ${base}: ${changed.length + deleted.length}${deletedText}: ${named([...changed, ...deleted])}.`,
    `Files of tests that use them: ${someOf(touched.tests, allTests, 'are run')}.`,
    ...(many * 2 > databases.length ? ['Most of the tests on a database are among them, so this takes longer.'] : []),
  ]
}

const inFiles = (files: 'all' | readonly string[]) => (files === 'all' ? 'all files' : `${files.length} files`)

/** What was run, in one sentence. */
export function whatRan({ lint, types, migrations, touched, allTests }: Plan): string {
  const steps = [
    `format and lint of ${inFiles(lint.biome)}, rules that need types on ${inFiles(lint.oxlint)}`,
    ...(types ? ['types'] : []),
    ...(migrations ? ['migrations'] : []),
    someOf(touched.tests, allTests, 'files of tests'),
  ]
  return `Ran: ${steps.join('; ')}.`
}

function journeysNotRun({ journeys, allJourneys }: Plan): string {
  const all = `the build and the ${allJourneys.length} journeys (${WITH_JOURNEYS})`
  if (!journeys) return `${all}; once they have run here, this names those that use what changed`
  const using = journeys.tests.filter((file) => !journeys.unlisted.includes(file))
  const names =
    using.length > 0 ? `${using.length} use what changed: ${named(using)}` : 'none is listed as using what changed'
  const unlisted = journeys.unlisted.length
  return `${all}; ${names}${unlisted > 0 ? `; ${unlisted} have not run here yet` : ''}`
}

function journeysNotChosen({ journeys, allJourneys }: Plan): string[] {
  const others = journeys ? allJourneys.filter((file) => !journeys.tests.includes(file)) : []
  return others.length > 0 ? [`${others.length} of ${allJourneys.length} journeys: ${named(others)}`] : []
}

/** What was left out, a line each. */
export function leftOut(plan: Plan, withJourneys: boolean): string[] {
  const { tests, throughRegistry, protocols } = plan.touched
  const others = plan.allTests.filter((file) => !tests.includes(file) && !throughRegistry.includes(file))
  const through = `reach the change only through the list of protocols and do not name ${protocols.join(', ')}`
  return [
    ...(plan.types ? [] : ['the types: nothing changed that has any']),
    ...(plan.migrations ? [] : ['the migrations: they and the schema are as they were']),
    ...(others.length > 0 ? [`${someOf(others, plan.allTests, 'files of tests')} that use nothing of the change`] : []),
    ...(throughRegistry.length > 0
      ? [`${someOf(throughRegistry, plan.allTests, 'files of tests')} that ${through}`]
      : []),
    ...(withJourneys ? journeysNotChosen(plan) : [journeysNotRun(plan)]),
  ]
}
