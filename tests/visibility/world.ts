/**
 * A small world as plain data, for the second implementation of who reads what: people, projects, items at moments of
 * their life. What is secret in it has a name (a key); tests/visibility/write-world.ts gives each a text of its own.
 */
import fc from 'fast-check'

export type Role = 'manager' | 'annotator' | 'reviewer' | 'viewer'
export type Moment =
  | 'preparing'
  | 'open'
  | 'consolidating'
  | 'approving'
  | 'gold'
  /** Gold that was sent back: a second round is under way. */
  | 'reopened'
  | 'discarded'
  /** Discarded after all had submitted. */
  | 'discarded late'

export type ShareState = 'assigned' | 'draft' | 'submitted' | 'skipped'

/** One annotator's share of an item. */
export interface Share {
  person: number
  state: ShareState
  note: boolean
  search: boolean
}

export interface Item {
  moment: Moment
  shares: Share[]
  /** The record as it came holds labels. */
  labelled: boolean
  /** Somebody has a copy of it, served blind (only of gold), with a draft. */
  copyFor: number | null
}

export interface Project {
  protocol: 'felm' | 'factcheck-bench'
  archived: boolean
  policy: 'reviewer' | 'discussion'
  /** What annotators see of suggestions. */
  arm: 'shown' | 'hidden' | 'none'
  /** While the work was done. */
  rolesThen: (Role | null)[]
  /** Today: some have left or do something else. */
  roles: (Role | null)[]
  items: Item[]
  waived: number | null
  /** Its gold, if it has any, has been released; else it is practised with. */
  released: boolean
}

export interface Person {
  admin: boolean
  deactivated: boolean
}

export interface World {
  people: Person[]
  projects: Project[]
}

/** Who is there in every world: two who annotate, somebody who settles, somebody who manages, and three as it comes. */
export const FIRST = 1
export const SECOND = 2
export const SETTLER = 5
export const MANAGER = 6
const PEOPLE = 7

const anyRole = fc.constantFrom<Role | null>('manager', 'annotator', 'reviewer', 'viewer', null)
const annotating = fc.constantFrom<Role>('annotator', 'annotator', 'reviewer', 'manager')

const share = (person: number, states: readonly ShareState[]): fc.Arbitrary<Share> =>
  fc.record({
    person: fc.constant(person),
    state: fc.constantFrom(...states),
    note: fc.boolean(),
    search: fc.boolean(),
  })

/** In an open task one of the two is never done, or it would not be open. */
const openShares = fc.oneof(
  fc.tuple(share(FIRST, ['assigned', 'draft', 'skipped']), share(SECOND, ['draft', 'submitted'])),
  fc.tuple(share(SECOND, ['draft']), share(FIRST, ['submitted', 'draft'])),
  fc.tuple(share(FIRST, ['draft', 'submitted'])),
)
const doneShares = fc.tuple(share(FIRST, ['submitted']), share(SECOND, ['submitted']))

function itemAt(moment: Moment): fc.Arbitrary<Item> {
  const shares: fc.Arbitrary<Share[]> =
    moment === 'preparing' ? fc.constant([]) : moment === 'open' || moment === 'discarded' ? openShares : doneShares
  const copyFor = moment === 'gold' ? fc.option(fc.constantFrom(3, 4)) : fc.constant(null)
  return fc.record({ moment: fc.constant(moment), shares, labelled: fc.boolean(), copyFor })
}

const MOMENTS: Record<Project['protocol'], readonly Moment[]> = {
  felm: [
    'preparing',
    'open',
    'open',
    'consolidating',
    'approving',
    'gold',
    'gold',
    'reopened',
    'discarded',
    'discarded late',
  ],
  'factcheck-bench': ['preparing', 'open', 'consolidating', 'discarded'],
}

function projectOf(protocol: Project['protocol'], most: number): fc.Arbitrary<Project> {
  const item = fc.constantFrom(...MOMENTS[protocol]).chain(itemAt)
  const then = fc.tuple(anyRole, annotating, annotating, anyRole, anyRole)
  // Mostly people stay what they are.
  const changes = fc.array(fc.record({ person: fc.integer({ min: 0, max: 4 }), role: anyRole }), { maxLength: 2 })
  return fc
    .record({
      archived: fc.integer({ min: 0, max: 4 }).map((each) => each === 0),
      policy: fc.constantFrom<Project['policy']>('reviewer', 'discussion'),
      arm: fc.constantFrom<Project['arm']>('shown', 'hidden', 'none'),
      then,
      changes,
      items: fc.array(item, { minLength: 1, maxLength: most }),
      waived: fc.option(fc.constantFrom(FIRST, SECOND)),
      released: fc.boolean(),
    })
    .map(({ then: before, changes: after, ...project }) => {
      const rolesThen: Project['rolesThen'] = [...before, 'reviewer', 'manager']
      const roles = [...rolesThen]
      for (const { person, role } of after) roles[person] = role
      return { ...project, protocol, rolesThen, roles }
    })
}

/** Whether a release was made of it: reopened items hold the gold that they had, and are not in it. */
export const hasRelease = ({ released, items }: Project): boolean =>
  released && items.some(({ moment }) => moment === 'gold')

/** Is the gold of this item practised with? Not where it serves for calibration. */
export const isPractised = ({ protocol, released }: Project, { moment, copyFor }: Item): boolean =>
  protocol === 'felm' && moment === 'gold' && copyFor === null && !released

const PROTOCOLS = ['felm', 'felm', 'factcheck-bench'] as const

/** Random worlds with at most so many items in a project. Nobody who is needed to write one is missing from it. */
export function worlds(most: number): fc.Arbitrary<World> {
  const project = fc.constantFrom(...PROTOCOLS).chain((protocol) => projectOf(protocol, most))
  return fc
    .record({
      projects: fc.array(project, { minLength: 1, maxLength: 2 }),
      deactivated: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
    })
    .map(({ projects, deactivated }) => ({
      projects,
      people: Array.from({ length: PEOPLE }, (_, index) => ({
        admin: index === 0,
        deactivated: index === deactivated,
      })),
    }))
}

const PARTNERED: Project = {
  protocol: 'felm',
  archived: false,
  policy: 'reviewer',
  arm: 'shown',
  waived: null,
  released: false,
  rolesThen: [null, 'annotator', 'annotator', 'viewer', 'annotator', 'reviewer', 'manager'],
  roles: [null, 'annotator', 'annotator', 'viewer', 'annotator', 'reviewer', 'manager'],
  items: [],
}
/** One project without items, and nobody gone. */
export const CALM: World = {
  people: Array.from({ length: PEOPLE }, (_, index) => ({ admin: index === 0, deactivated: false })),
  projects: [PARTNERED],
}

/** A world in whose projects of FELM the second annotator has not begun a task that the first has, or has not `begun` either. */
export function withPartner({ people, projects }: World = CALM, { begun = true } = {}): World {
  const shares: Share[] = [
    { person: FIRST, state: begun ? 'draft' : 'assigned', note: begun, search: begun },
    { person: SECOND, state: 'assigned', note: false, search: false },
  ]
  const waiting: Item = { moment: 'open', shares, labelled: false, copyFor: null }
  return {
    people: people.map((person, index) => (index === SECOND ? { ...person, deactivated: false } : person)),
    projects: projects.map((project) =>
      project.protocol === 'felm'
        ? {
            ...project,
            archived: false,
            roles: project.roles.map((role, index) => (index === SECOND ? (project.rolesThen[SECOND] ?? null) : role)),
            items: [waiting, ...project.items],
          }
        : project,
    ),
  }
}
