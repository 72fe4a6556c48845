/** Tables of what a dataset consists of: roll-ups that are true or false, or the answers to a question, counted by domain. */
import type { TableDefinition } from '@/lib/protocols/language/definition'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileClass, FileQuestion, FileTable, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { checkClasses, classesOf } from './define-classes'
import { optionsInWords, settlingOf } from './define-questions'
import type { ProblemList } from './problem-list'

type Stages = Pick<ProtocolFile, 'stages'>

const stageOf = ({ stages }: Stages, { stage, of }: FileTable) => {
  if (of !== undefined) return stages.find(({ questions }) => questions.some(({ id }) => id === of))
  return stage === undefined ? stages.at(-1) : stages.find(({ id }) => id === stage)
}

/** How often each of its values was given is counted. */
const isCounted = ({ form, options = [] }: FileQuestion): boolean =>
  ['choice', 'flag', 'scale', 'set'].includes(form) || (form === 'span' && options.length > 0)

const countedIn = ({ stages }: Stages): FileQuestion[] => stages.flatMap(({ questions }) => questions.filter(isCounted))

/** Every table counts what there is in a stage, by content that there is. */
export function checkTables({ tables = [], stages, record }: ProtocolFile, problems: ProblemList): void {
  problems.twice(
    tables.map(({ id }, index) => ({ name: id, path: ['tables', index, 'id'] })),
    'table',
  )
  const content = Object.keys(record.content)
  for (const [index, table] of tables.entries()) {
    const path = ['tables', index]
    if (table.by !== undefined && !content.includes(table.by))
      problems.value(
        [...path, 'by'],
        `There is no content called "${table.by}".`,
        suggestion(table.by, content, 'content'),
      )
    if (table.of === undefined) checkShares({ stages }, table, path, problems)
    else checkAnswers({ stages }, { ...table, of: table.of }, path, problems)
  }
}

function checkShares({ stages }: Stages, table: FileTable, path: Path, problems: ProblemList): void {
  const stage = stageOf({ stages }, table)
  if (!stage) {
    const names = stages.map(({ id }) => id)
    const stageName = table.stage ?? ''
    problems.value([...path, 'stage'], `There is no stage "${stageName}".`, suggestion(stageName, names, 'stage'))
  }
  if (table.classes)
    problems.key([...path, 'classes'], '"classes" goes with a table of answers.', 'Write of: and the question.')
  if (!table.shares) {
    problems.key(path, 'The table counts nothing.', 'Write shares: [{of: ...}] with roll-ups, or of: with a question.')
    return
  }
  const rollUps = Object.keys(stage?.rollUp ?? {})
  for (const [place, { of }] of table.shares.entries())
    if (stage && !rollUps.includes(of))
      problems.value(
        [...path, 'shares', place, 'of'],
        `The stage "${stage.id}" has no roll-up "${of}".`,
        suggestion(of, rollUps, 'roll-up'),
      )
}

function checkAnswers(
  { stages }: Stages,
  { of, stage, shares, classes }: FileTable & { of: string },
  path: Path,
  problems: ProblemList,
): void {
  const counted = countedIn({ stages })
  const question = counted.find(({ id }) => id === of)
  if (shares)
    problems.key(
      [...path, 'shares'],
      `The table counts the answers to "${of}", a column for each.`,
      'Make a table of its own of the shares.',
    )
  if (stage !== undefined) problems.key([...path, 'stage'], `"${of}" says which stage it is.`, 'Take "stage" out.')
  if (question && settlingOf(question) === 'aside')
    problems.value([...path, 'of'], `Everybody keeps their own answer to "${of}", and none is settled.`, 'Take it out.')
  if (question) {
    const values = optionsInWords(question).map(({ value }) => String(value))
    checkClasses(classes ?? [], { of, values }, [...path, 'classes'], problems)
    return
  }
  const other = stages.flatMap(({ questions }) => questions).find(({ id }) => id === of)
  problems.value(
    [...path, 'of'],
    other ? `How often each answer to "${of}" was given is not counted.` : `There is no question "${of}".`,
    other
      ? 'Choices, flags, scales, sets and labels of spans are.'
      : suggestion(
          of,
          counted.map(({ id }) => id),
          'question',
        ),
  )
}

/** The tables of a file whose names were checked. */
export const tablesOf = ({ tables = [], stages }: Pick<ProtocolFile, 'tables' | 'stages'>): TableDefinition[] =>
  tables.map((table) => {
    const question = countedIn({ stages }).find(({ id }) => id === table.of)
    return {
      id: table.id,
      title: table.title,
      says: table.says,
      stage: stageOf({ stages }, table)?.id ?? '',
      items: table.items ?? (question ? (question.form === 'set' ? 'Values chosen' : 'Answers') : 'Items'),
      by: table.by ?? null,
      shares: (table.shares ?? []).map(({ of, is = true, title = of, tone = 'neutral' }) => ({ of, is, title, tone })),
      ...(question ? { answers: { of: question.id, classes: countedClasses(question, table.classes) } } : {}),
    }
  })

/** The classes of a table; left out, each value by itself. */
function countedClasses(question: FileQuestion, classes: readonly FileClass[] | undefined) {
  const options = optionsInWords(question)
  return classesOf(classes ?? options.map(({ value }) => ({ value, of: [value] })), options)
}
