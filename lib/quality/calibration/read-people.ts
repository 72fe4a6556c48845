/** Where people stand: before the gate, and with themselves. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { cellsOf, judgeQuestions } from './bars'
import { pool } from './compare'
import type { MeasuredPair, PersonCalibration } from './contract'
import { listFor } from './gate'
import { allPairFigures, type ComparedSides, stepsOfPairs } from './pair-figures'
import { type ComparedCopy, readCopies } from './read-copies'
import { gateState, questionsOf, requiredTasks } from './rules'
import { findShadow, type Shadow } from './shadow'
import { isChosen, isDue } from './take-repeat'

interface Person {
  userId: string
  name: string
  role: PersonCalibration['role']
  chosen: number
}

const pairFiguresApart = calculation('pair-figures', allPairFigures, stepsOfPairs)

/** What the figures of a measure are made of. */
type CountedPair = Omit<MeasuredPair, 'figures'> & { sides: ComparedSides }

/** A person whose figures are still to be computed, outside of the transaction that read them. */
export interface ReadPerson extends Omit<PersonCalibration, 'gate' | 'repeats'> {
  gate: Omit<PersonCalibration['gate'], 'measures'> & { measures: readonly CountedPair[] }
  repeats: (Omit<NonNullable<PersonCalibration['repeats']>, 'measures'> & { measures: readonly CountedPair[] }) | null
}

/** People with their figures, all of which are computed at once. Call it outside of transactions. */
export async function withPairFigures(people: readonly ReadPerson[]): Promise<PersonCalibration[]> {
  const counted = people.flatMap(({ gate, repeats }) => [...gate.measures, ...(repeats?.measures ?? [])])
  const found = await pairFiguresApart(counted.map(({ sides }) => sides))
  const figuresOf = new Map(counted.map((each, index) => [each, found[index]]))
  const withFigures = (measures: readonly CountedPair[]): MeasuredPair[] =>
    measures.flatMap((each) => {
      const figures = figuresOf.get(each)
      const { stage, stageTitle, measure, title } = each
      return figures ? [{ stage, stageTitle, measure, title, figures }] : []
    })
  return people.map((person) => ({
    ...person,
    gate: { ...person.gate, measures: withFigures(person.gate.measures) },
    repeats: person.repeats && { ...person.repeats, measures: withFigures(person.repeats.measures) },
  }))
}

/** Everybody who annotates in the project or did, by name. Empty while nothing has been set up. */
export async function readPeople(
  tx: Tx,
  project: { id: string; protocolId: string },
  reader: string,
  loadedCopies?: readonly ComparedCopy[],
): Promise<ReadPerson[]> {
  const shadow = await findShadow(tx, project.id)
  if (!shadow) return []
  const copies = loadedCopies ?? (await readCopies(tx, { ...shadow, protocolId: project.protocolId }))
  const waivers = new Map((await readWaivers(tx, project.id)).map(({ userId, ...waiver }) => [userId, waiver]))
  const protocol = protocolById(project.protocolId)
  const questions = questionsOf(protocol, shadow)
  const people: ReadPerson[] = []
  for (const { userId, name, role, chosen } of await listPeople(tx, shadow)) {
    const personCopies = copies.filter((copy) => copy.userId === userId)
    const calibration = personCopies.filter(({ purpose }) => purpose === 'calibration')
    const repeats = personCopies.filter(({ purpose }) => purpose === 'repeat')
    const waiver = waivers.get(userId) ?? null
    const tasks = await listFor(tx, shadow, userId)
    const done = tasks.filter(({ state }) => state === 'submitted').length
    const pooled = pool(calibration.flatMap(({ rated }) => rated))
    const judged = judgeQuestions(questions, cellsOf(protocol, calibration))
    const facts = { done, left: tasks.length - done, waived: waiver !== null, judged }
    const measures = (of: readonly ComparedCopy[]) => measuredPairs(project.protocolId, of)
    people.push({
      userId,
      name,
      role,
      waiver,
      gate: {
        state: gateState(shadow, facts),
        done,
        required: requiredTasks(shadow, facts),
        pooled,
        bars: judged,
        measures: measures(calibration),
      },
      repeats:
        userId === reader
          ? null
          : {
              chosen,
              done: repeats.length,
              afterReading: repeats.filter(({ afterReading }) => afterReading).length,
              pooled: pool(repeats.flatMap(({ rated }) => rated)),
              measures: measures(repeats),
            },
    })
  }
  return people
}

/** What is counted of each measure that these copies have units of. */
function measuredPairs(protocolId: string, copies: readonly ComparedCopy[]): CountedPair[] {
  return protocolById(protocolId).stages.flatMap((stage) => {
    const here = copies.filter((copy) => copy.stage === stage.key)
    return stage.measures.flatMap(({ key, title, categories }) => {
      const rows = here
        .map(({ rated }) => rated.filter(({ measure }) => measure === key))
        .filter((rated) => rated.length > 0)
        .map((rated) => {
          const counts = new Array<number>(categories.length ** 2).fill(0)
          for (const { own, reference } of rated) {
            const cell = own * categories.length + reference
            counts[cell] = (counts[cell] ?? 0) + 1
          }
          return { counts, responses: 1 }
        })
      if (rows.length === 0) return []
      const sides = { size: categories.length, rows, intervals: true }
      return [{ stage: stage.key, stageTitle: stage.title, measure: key, title, sides }]
    })
  })
}

/** Members who can annotate, and whoever has answered a copy. */
function listPeople(tx: Tx, shadow: Shadow): Promise<Person[]> {
  return tx.$queryRaw<Person[]>`
    select u.id "userId", u.name, coalesce(m.role::text, 'none') "role",
           (select count(*)::int from annotations n join tasks o on o.id = n.task_id
            where n.user_id = u.id and ${isDue(shadow)} and ${isChosen(Prisma.sql`u.id`, shadow)}) "chosen"
    from users u left join memberships m on m.user_id = u.id and m.project_id = ${shadow.projectId}::uuid
    where (m.role <> 'viewer' and u.deactivated_at is null)
       or exists (select 1 from annotations n join tasks t on t.id = n.task_id
                  where n.user_id = u.id and t.project_id = ${shadow.shadowId}::uuid and n.state = 'submitted')
    order by u.name, u.id`
}

function readWaivers(tx: Tx, projectId: string): Promise<{ userId: string; reason: string; by: string; at: string }[]> {
  return tx.$queryRaw`
    select w.user_id "userId", w.reason, u.name "by",
           to_char(w.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') "at"
    from calibration_waivers w join users u on u.id = w.by_id where w.project_id = ${projectId}::uuid`
}
