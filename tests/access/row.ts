import { type ActorName, actors, type Moment, type Scene } from './scene'

/** What a request carries, made from the scene. */
export interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export interface Row {
  moment: Moment
  input: (scene: Scene) => Input
  /** Names, separated by blanks, of those who get a 2xx answer. */
  ok: string
  /** ... 403. */
  forbidden?: string
  /** ... 404: they do not learn that it exists. */
  hidden?: string
  /** ... another status: a rule that stops them although they may. */
  stopped?: Partial<Record<400 | 409 | 410 | 422, string>>
  /** ... 401; `nobody expired` unless said otherwise. */
  unknown?: string
}

/** Roles in groups, so that a row reads as a sentence. */
export const EVERYBODY = 'outsider viewer assigned unassigned partner reviewer approver manager administrator'
export const MEMBERS = 'viewer assigned unassigned partner reviewer approver manager administrator'
export const ANNOTATORS = 'assigned unassigned partner'
export const STAFF = 'reviewer approver manager administrator'
export const MANAGERS = 'manager administrator'

const OK = 200

/** The status each actor is to get; throws when the row forgets or repeats somebody. */
export function expectations(row: Row): Map<ActorName, number> {
  const groups: [number, string][] = [
    [OK, row.ok],
    [401, row.unknown ?? 'nobody expired'],
    [403, row.forbidden ?? ''],
    [404, row.hidden ?? ''],
    ...Object.entries(row.stopped ?? {}).map(([status, names]): [number, string] => [Number(status), names]),
  ]
  const expected = new Map<ActorName, number>()
  for (const [status, names] of groups)
    for (const name of names.split(' ').filter(Boolean) as ActorName[]) {
      if (!actors.includes(name) || expected.has(name))
        throw new Error(`the row says “${name}” twice, or there is no such actor`)
      expected.set(name, status)
    }
  const forgotten = actors.filter((name) => !expected.has(name))
  if (forgotten.length > 0) throw new Error(`the row forgets ${forgotten.join(', ')}`)
  return expected
}

const project = (scene: Scene) => ({ projectId: scene.project.id })
const task = (scene: Scene) => ({ taskId: scene.task.id })

/** A row about the scene's project. */
export const onProject = (
  given: Omit<Row, 'input' | 'moment'> & {
    moment?: Moment
    body?: (scene: Scene) => unknown
    query?: Record<string, string>
    params?: Record<string, string>
  },
): Row => ({
  moment: 'open',
  ...given,
  input: (scene) => ({ params: { ...project(scene), ...given.params }, query: given.query, body: given.body?.(scene) }),
})

/** A row about the scene's task. */
export const onTask = (given: Omit<Row, 'input'> & { body?: (scene: Scene) => unknown }): Row => ({
  ...given,
  input: (scene) => ({ params: task(scene), body: given.body?.(scene) }),
})
