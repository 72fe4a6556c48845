/** Which kinds of unit a stage shows, and whose settled answers: what it asks about is there, and what it shows was settled before. */
import { ITEM, type StageDefinition } from '@/lib/protocols/language/definition'
import type { Tree } from '@/lib/protocols/language/expressions/tree'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, FileShownUnit, FileStage, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { settlingOf } from './define-questions'
import { listName } from './expression-names'
import type { ProblemList } from './problem-list'

const entryOf = (entry: FileShownUnit): { of: string; when?: string | undefined } =>
  typeof entry === 'string' ? { of: entry } : entry

/** The kinds of unit that a stage shows besides the item; null where it shows all. */
export const kindsShown = ({ units }: Pick<FileStage, 'units'>): readonly string[] | null =>
  units ? units.map((entry) => entryOf(entry).of) : null

const shows = (stage: FileStage, kind: string): boolean => kind === ITEM || (kindsShown(stage)?.includes(kind) ?? true)

/** The place of the stage that lists units of a kind; -1 for those that are there before anybody begins. */
const listedIn = ({ stages }: ProtocolFile, kind: string): number =>
  stages.findIndex(({ questions }) => questions.some(({ form, of }) => form === 'list' && of === kind))

/** What every stage says of the units that it shows, and of the answers. */
export function checkStageUnits(file: ProtocolFile, problems: ProblemList): void {
  const { stages, units = [] } = file
  for (const [place, stage] of stages.entries()) {
    const path = ['stages', place]
    checkKindsShown(file, place, [...path, 'units'], problems)
    for (const [index, question] of stage.questions.entries())
      checkAskedAbout(stage, question, [...path, 'questions', index], problems)
    for (const [index, { on = ITEM }] of (stage.check ?? []).entries())
      if (!shows(stage, on)) refuseHidden(stage, on, [...path, 'check', index, 'on'], problems)
    checkEarlier(file, place, [...path, 'earlier'], problems)
  }
  const askedKinds = stages.flatMap(({ questions }) => questions.flatMap(({ on = ITEM, of }) => [on, of]))
  for (const [index, { id }] of units.entries())
    if (!askedKinds.includes(id) && !stages.some((stage) => shows(stage, id)))
      problems.value(
        ['units', index, 'id'],
        `No stage shows units of the kind "${id}".`,
        `Add ${id} to the units of one, or take it out.`,
      )
}

function checkKindsShown(file: ProtocolFile, place: number, path: Path, problems: ProblemList): void {
  const { stages, units = [] } = file
  const kinds = units.map(({ id }) => id)
  const entries = (stages[place]?.units ?? []).map((entry, index) => ({
    ...entryOf(entry),
    at: typeof entry === 'string' ? [...path, index] : [...path, index, 'of'],
    path: [...path, index],
  }))
  problems.twice(
    entries.map(({ of, at }) => ({ name: of, path: at })),
    'kind of unit',
    'Write it once.',
  )
  for (const { of, when, at, path: own } of entries) {
    const listed = listedIn(file, of)
    if (of === ITEM) problems.value(at, 'The item is always there.', 'Take it out.')
    else if (!kinds.includes(of)) problems.value(at, `There is no unit "${of}".`, suggestion(of, kinds, 'unit'))
    else if (listed > place)
      problems.value(
        at,
        `Units of the kind "${of}" are listed in the stage "${stages[listed]?.id}", which comes after it.`,
        'Take it out.',
      )
    else if (when !== undefined && place === 0)
      problems.key(
        [...own, 'when'],
        'Nothing was settled before the first stage.',
        `Ask about them under a condition: when, at the questions about "${of}".`,
      )
    else if (when !== undefined && listed === place)
      problems.key(
        [...own, 'when'],
        `Units of the kind "${of}" are listed in this stage, and none of them is there before.`,
        `Put the condition at the questions about "${of}".`,
      )
    else if (when !== undefined) checkPickedFrom(stages[place], of, [...own, 'when'], problems)
  }
}

/** What is picked from is there as a whole: of fewer units than are to be picked nobody could pick, and nobody picks what is not shown. */
function checkPickedFrom(stage: FileStage | undefined, kind: string, path: Path, problems: ProblemList): void {
  const pick = stage?.questions.find(({ form, of }) => form === 'pick' && of === kind)
  if (pick)
    problems.key(
      path,
      `"${pick.id}" picks from all units of the kind "${kind}", some of which the condition leaves out.`,
      'Take "when" out.',
    )
}

/** A question is about units that the stage shows, and so are the units that its answers list or pick from. */
function checkAskedAbout(stage: FileStage, question: FileQuestion, path: Path, problems: ProblemList): void {
  const { on = ITEM, of, form } = question
  if (!shows(stage, on)) refuseHidden(stage, on, [...path, 'on'], problems)
  if ((form === 'list' || form === 'pick') && of !== undefined && !shows(stage, of))
    refuseHidden(stage, of, [...path, 'of'], problems)
}

const refuseHidden = ({ id }: FileStage, kind: string, path: Path, problems: ProblemList) =>
  problems.value(
    path,
    `The stage "${id}" does not show units of the kind "${kind}".`,
    `Add ${kind} to the units of the stage.`,
  )

function checkEarlier({ stages }: ProtocolFile, place: number, path: Path, problems: ProblemList): void {
  const stage = stages[place]
  if (!stage?.earlier) return
  if (place === 0) {
    problems.key(path, 'Nothing was settled before the first stage.', 'Take "earlier" out.')
    return
  }
  problems.twice(
    stage.earlier.map((name, index) => ({ name, path: [...path, index] })),
    'question',
    'Write it once.',
  )
  const before = stages.slice(0, place).flatMap(({ questions }) => questions)
  for (const [index, name] of stage.earlier.entries()) {
    const question = before.find(({ id }) => id === name)
    const namePath = [...path, index]
    const { on = ITEM } = question ?? {}
    if (!question)
      problems.value(
        namePath,
        `No earlier stage asks "${name}".`,
        suggestion(
          name,
          before.map(({ id }) => id),
          'question',
        ),
      )
    else if (question.form === 'list')
      problems.value(
        namePath,
        `What "${name}" lists are units, which the stage shows as such.`,
        `Take it out, or name questions about each ${question.of ?? listName(name)}.`,
      )
    else if (settlingOf(question) === 'aside')
      problems.value(namePath, `Everybody keeps their own answer to "${name}", and none is settled.`, 'Take it out.')
    else if (!shows(stage, on)) refuseHidden(stage, on, namePath, problems)
    else if (question.form === 'pick' && question.of !== undefined && !shows(stage, question.of))
      refuseHidden(stage, question.of, namePath, problems)
  }
}

/** What a checked stage says of units and of earlier answers; `read` reads a condition about a kind of unit, as of before the stage. */
export const stageUnitsOf = (
  stage: FileStage,
  path: Path,
  read: (source: string, kind: string, path: Path) => Tree,
): Pick<StageDefinition, 'units' | 'earlier'> => ({
  ...(stage.units
    ? {
        units: stage.units.map((entry, index) => {
          const { of, when } = entryOf(entry)
          return { of, when: when === undefined ? null : read(when, of, [...path, 'units', index, 'when']) }
        }),
      }
    : {}),
  ...(stage.earlier ? { earlier: stage.earlier } : {}),
})
