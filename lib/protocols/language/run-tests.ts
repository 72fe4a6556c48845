/** Runs the tests that a protocol file brings: records with what must come of them, and what there is to practise with. */
import type { Answers, EarlierGold, Json } from '@/lib/protocols/answers'
import type { Protocol } from '@/lib/protocols/protocol'
import { goldIn } from '@/lib/protocols/read-stages'
import type { GoldRecord, ReadRecord, RecordProblem } from '@/lib/protocols/records'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { sameExactly } from '@/lib/protocols/same-value'
import { shownValue } from '@/lib/protocols/shown-value'
import { COUNTED, SOFT, standingAnswers, VOTES } from './compile/count-votes'
import { pickablesIn } from './compile/pickables'
import { writePick } from './compile/picks-in-records'
import { COUNTS, LABEL } from './compile/stage'
import type { Definition } from './definition'
import { practiceProblems } from './practice-records'
import { type PathProblem, pathOfField, suggestion } from './problems'
import type { FileTest } from './vocabulary'

/** The records of the file that a test names, as parsed lines; null where there is no such file. */
export type RecordsOf = (fileName: string) => Promise<readonly Json[] | null>

/** At their places in the file. */
export interface TestResults {
  /** What is wrong, and what cannot be practised with; none where all tests hold. */
  problems: PathProblem[]
  /** What the records of the tests are warned of, and tests that hold without showing much. */
  warnings: PathProblem[]
}

/** Runs the tests of a file, and looks through what there is to practise with. */
export async function runTests(definition: Definition, protocol: Protocol, recordsOf: RecordsOf): Promise<TestResults> {
  const results: TestResults = { problems: practiceProblems(definition, protocol), warnings: [] }
  for (const [index, test] of definition.tests.entries()) {
    const path = ['tests', index]
    const found = await recordOf(test, recordsOf)
    if (typeof found === 'string') {
      results.problems.push({
        path: [...path, 'record'],
        at: 'value',
        message: found,
        fix: 'Write file.jsonl#3 for the third record of a file beside this one.',
      })
      continue
    }
    const { problems, warnings } = testRecord({ definition, protocol }, test, found.record)
    const placed = (problem: PathProblem) => ({ ...problem, path: [...path, ...problem.path] })
    results.problems.push(...problems.map(placed))
    results.warnings.push(...warnings.map(placed))
  }
  return results
}

/** The record of a test, or why there is none. */
export async function recordOf({ record }: FileTest, recordsOf: RecordsOf): Promise<{ record: Json } | string> {
  if (typeof record !== 'string') return { record }
  const [, name, number] = /^([\w][\w. -]*)#([1-9]\d{0,6})$/.exec(record) ?? []
  if (name === undefined || number === undefined) return `"${record}" does not name a record.`
  const records = await recordsOf(name)
  if (!records) return `There is no file "${name}" beside this one that can be read as records.`
  const found = records[Number(number) - 1]
  return found === undefined ? `"${name}" has ${records.length} records, and no record ${number}.` : { record: found }
}

interface Tested {
  definition: Definition
  protocol: Protocol
}

/** A record as it was read, with what it is warned of. */
interface TestedRecord extends Tested {
  gold: GoldRecord
  warnings: readonly RecordProblem[]
}

function testRecord({ definition, protocol }: Tested, test: FileTest, record: Json): TestResults {
  const [format] = protocol.formats
  const read = format.read(record)
  if (test.refuse) {
    const refused = failure(
      ['refuse'],
      'The record is read, and should be refused.',
      'Take "refuse" out, or change the record.',
    )
    return { problems: read.ok ? [refused] : [], warnings: [] }
  }
  // A record in a file of its own has no line here.
  const placeOf = (field: string) => (typeof test.record === 'string' ? ['record'] : ['record', ...pathOfField(field)])
  if (!read.ok)
    return {
      problems: read.problems.map(({ field, message, fix }) =>
        failure(placeOf(field), `The record cannot be read: ${field}: ${message}`, fix),
      ),
      warnings: [],
    }
  const gold = goldOf(protocol, record, read.record)
  const written = format.write ? format.write(gold) : record
  const { warnings } = read.record
  const tested = { definition, protocol, gold, warnings }
  const problems: PathProblem[] = []
  if (test.roundtrip && JSON.stringify(written) !== JSON.stringify(record))
    problems.push(
      failure(
        ['roundtrip'],
        `The record is not written as it was read: ${difference(record, written)}`,
        'See record.gold: every answer is written where it is read from.',
      ),
    )
  for (const [name, expected] of Object.entries(test.answers ?? {}))
    problems.push(...expectAnswer(tested, name, expected))
  for (const [name, expected] of Object.entries(test.expect ?? {}))
    problems.push(...expectRollUp(tested, name, expected))
  return {
    problems,
    warnings: [
      ...warnings.map(({ field, message, fix }) =>
        failure(placeOf(field), message.includes(field) ? message : `${field}: ${message}`, fix),
      ),
      ...(test.roundtrip && isUnlabelled(gold) ? [SHOWS_NOTHING] : []),
    ],
  }
}

/** Is no label of the record read? */
const isUnlabelled = ({ stages }: GoldRecord): boolean => Object.keys(stages).length === 0

const failure = (path: PathProblem['path'], message: string, fix: string): PathProblem => ({
  path,
  at: 'value',
  message,
  fix,
})

const SHOWS_NOTHING = failure(
  ['roundtrip'],
  'No label of this record is read, so that "roundtrip" shows only that it can be read, and nothing of how labels are written.',
  'Leave it so if that is meant. Else give the record labels, and name some of them under "answers".',
)

/** The gold that a record brings, stage by stage as far as there are labels. */
export function goldOf(protocol: Protocol, source: Json, read: ReadRecord): GoldRecord {
  let stages: EarlierGold = {}
  for (const stage of protocol.stages) {
    const votes = stage === protocol.stages[0] && read.votes?.length ? read.votes : null
    const answers = read.answers?.[stage.key] ?? (votes && {})
    if (!answers) break
    const units = stage.units(read.content, read.segments ?? [], stages)
    const counting = goldIn(stage, read.content, { units, answers })
    stages = { ...stages, [stage.key]: { units, answers: counting, ...(votes ? { votes } : {}) } }
  }
  return { source, content: read.content, stages }
}

function expectAnswer(
  { definition, protocol, gold, warnings }: TestedRecord,
  name: string,
  expected: Json,
): PathProblem[] {
  const { stages, content } = gold
  const [unit = '', question = ''] = name.split('.')
  const all: Answers[] = protocol.stages.flatMap((stage) => {
    const settled = stages[stage.key]
    return settled ? [standingAnswers(stage, { content, units: settled.units }, settled)] : []
  })
  const units = [
    ...new Set([
      ...Object.values(stages).flatMap((stage) => stage.units.map(({ key }) => key)),
      ...all.flatMap(Object.keys),
    ]),
  ]
  const stored = all.map((answers) => answers[unit]?.[question] ?? null).find((each) => each !== null) ?? null
  const questions = definition.stages.flatMap((stage) => stage.questions)
  const questionDefinition = questions.find(({ id }) => id === question)
  if (!questionDefinition) {
    const known = questions.map(({ id }) => id)
    return [failure(['answers', name], `There is no question "${question}".`, suggestion(question, known, 'question'))]
  }
  const about = Object.values(stages).flatMap((stage) => stage.units.filter(({ key }) => key === unit))[0]
  // What is picked is named as the record names it.
  const value =
    questionDefinition.picks && about
      ? writePick(questionDefinition, stored, pickablesIn(content, questionDefinition, about), false)
      : stored
  if (sameExactly(value, expected)) return []
  const fix = units.includes(unit)
    ? 'Change the record or what is expected.'
    : isUnlabelled(gold)
      ? whyUnlabelled(warnings)
      : `Units here: ${units.slice(0, 12).join(', ')}.`
  return [failure(['answers', name], `${name} is ${shownValue(value)}, and ${shownValue(expected)} is expected.`, fix)]
}

/** Why no label is read, as the record is warned of it; or that it has none. */
const whyUnlabelled = ([first]: readonly RecordProblem[]): string =>
  first
    ? `${first.message} ${first.fix}`
    : 'Write labels where record.gold says that they stand, or leave the test out.'

/** The roll-ups that gold can have, with the stage whose labels each follows from. */
function rollUpsOf({ stages, label }: Definition): ReadonlyMap<string, string> {
  const last = stages.at(-1)?.id ?? ''
  return new Map([
    ...stages.flatMap(({ id, rollUps }) => rollUps.map(({ name }): [string, string] => [name, id])),
    ...(label ? [[LABEL, label.stage] as const] : []),
    [COUNTS, last],
    ...stages.flatMap(({ id, policy }) =>
      policy === 'votes' ? [VOTES, COUNTED, SOFT].map((name): [string, string] => [name, id]) : [],
    ),
  ])
}

function expectRollUp(
  { definition, protocol, gold, warnings }: TestedRecord,
  name: string,
  expected: Json,
): PathProblem[] {
  const derived: { [key: string]: Json } = {}
  for (const stage of protocol.stages) {
    const settled = gold.stages[stage.key]
    if (settled) Object.assign(derived, rolledUp(stage, { content: gold.content, units: settled.units }, settled))
  }
  if (!Object.hasOwn(derived, name)) {
    const known = rollUpsOf(definition)
    const stage = known.get(name)
    return [
      stage === undefined
        ? failure(['expect', name], `There is no roll-up "${name}".`, suggestion(name, [...known.keys()], 'roll-up'))
        : failure(
            ['expect', name],
            `"${name}" follows from labels of the stage "${stage}", and the record has none that are read.`,
            whyUnlabelled(isUnlabelled(gold) ? warnings : []),
          ),
    ]
  }
  const value = derived[name] ?? null
  if (sameExactly(value, expected)) return []
  return [
    failure(
      ['expect', name],
      `${name} is ${shownValue(value)}, and ${shownValue(expected)} is expected.`,
      'Change the expression or what is expected.',
    ),
  ]
}

/** The first place at which two values differ. */
function difference(one: Json | undefined, other: Json | undefined, place = ''): string {
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)])
    for (const key of keys) {
      const [left, right] = [(one as { [key: string]: Json })[key], (other as { [key: string]: Json })[key]]
      if (JSON.stringify(left) !== JSON.stringify(right)) return difference(left, right, `${place}/${key}`)
    }
    return `${place || 'the record'} has its fields in another order.`
  }
  return `${place || 'the record'} was ${shownValue(one ?? null)} and would be ${shownValue(other ?? null)}.`
}
