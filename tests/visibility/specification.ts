/**
 * Who may read what, a second time: written from docs/decisions and the descriptions of the roles, in other words and another shape than
 * lib/platform/policy, of which nothing is imported here. `tests/visibility.db.test.ts` holds the two against each other.
 */
import {
  FIRST,
  hasRelease,
  type Item,
  isPractised,
  MANAGER,
  type Moment,
  type Project,
  type Role,
  SETTLER,
  type Share,
  type World,
} from './world'

/** `must`: they are to find it. `may`: the documents leave open whether it is shown to them. */
export type Reading = 'must' | 'may' | 'never'

/** Something secret or a row's id, by name. */
export interface Fact {
  key: string
  readers: (person: number) => Reading
}

/** Nobody in particular: whoever is not signed in. */
export const NOBODY = -1

const when = (condition: boolean, reading: Reading = 'must'): Reading => (condition ? reading : 'never')
const either = (...readings: Reading[]): Reading =>
  readings.includes('must') ? 'must' : readings.includes('may') ? 'may' : 'never'

/** After all have submitted and before the item is out of the work again (decision 008). */
const REVEALED: readonly Moment[] = ['consolidating', 'approving', 'gold']

/** Somebody in a project, in the words of decision 012. */
class Reader {
  readonly role: Role | null
  private readonly isArchived: boolean
  constructor(
    world: World,
    project: Project,
    readonly person: number,
  ) {
    this.isArchived = project.archived
    const known = world.people[person]
    const membership = project.roles[person] ?? null
    // An administrator who is no member acts as a manager; one who is a member is bound by that role.
    this.role = !known || known.deactivated ? null : (membership ?? (known.admin ? 'manager' : null))
  }
  /** Who is given tasks practises, and sees what there is to practise with (decision 098). */
  get practises() {
    return this.role !== null && this.role !== 'viewer' && !this.isArchived
  }
  get belongs() {
    return this.role !== null
  }
  get manages() {
    return this.role === 'manager'
  }
  get staff() {
    return this.role === 'manager' || this.role === 'reviewer'
  }
  /** Annotators see their own tasks, not the list of items. */
  get browses() {
    return this.staff || this.role === 'viewer'
  }
}

/** Everything that could be read in a world, with who reads it. */
export function factsOf(world: World): Fact[] {
  return [
    ...world.people.flatMap((_, person) => accountFacts(world, person)),
    ...world.projects.flatMap((project, index) => [
      ...projectFacts(world, project, `project ${index}`),
      ...project.items.flatMap((item, at) => itemFacts(world, project, item, `project ${index} item ${at}`)),
    ]),
  ]
}

/** Whose lane is whose is for managers, once the item is gold. */
export const areNamesTold = (world: World, project: Project, { moment }: Item, person: number): boolean =>
  moment === 'gold' && new Reader(world, project, person).manages

function accountFacts(world: World, owner: number): Fact[] {
  const active = (person: number) => world.people[person]?.deactivated === false
  const manages = (person: number) =>
    world.projects.some((project) => project.roles[owner] && new Reader(world, project, person).manages)
  return [
    {
      key: `email of ${owner}`,
      // Administrators see all accounts, managers the addresses of their members.
      readers: (person) =>
        when(active(person) && (person === owner || world.people[person]?.admin || manages(person)) === true),
    },
    { key: `token of ${owner}`, readers: (person) => when(active(person) && person === owner) },
  ]
}

const annotates = ({ people }: World, { roles }: Project, person: number | null): boolean =>
  person !== null && people[person]?.deactivated === false && !['viewer', null].includes(roles[person] ?? null)

/** Is somebody who still annotates let off the calibration that has been set up? */
const isWaived = (world: World, project: Project): boolean =>
  annotates(world, project, project.waived) && project.items.some(({ copyFor }) => copyFor !== null)

/** Whose work lies in a project: their own data name it, also when they do not belong to it any more (decision 093). */
const hasWorked = ({ items }: Project, { person }: Reader): boolean =>
  items.some(({ shares, copyFor }) => copyFor === person || shares.some((share) => share.person === person))

function projectFacts(world: World, project: Project, name: string): Fact[] {
  const fact = (what: string, readers: (reader: Reader) => Reading): Fact => ({
    key: `${what} of ${name}`,
    readers: (person) => readers(new Reader(world, project, person)),
  })
  const isAdmin = ({ person }: Reader) => world.people[person]?.admin === true
  const isActive = ({ person }: Reader) => world.people[person]?.deactivated === false
  return [
    fact('id', (reader) => either(when(reader.belongs), when(hasWorked(project, reader), 'may'))),
    fact('name', (reader) => either(when(reader.belongs), when(hasWorked(project, reader), 'may'))),
    fact('description', ({ belongs }) => when(belongs)),
    fact('guideline', ({ belongs }) => when(belongs)),
    fact('document', ({ belongs }) => when(belongs)),
    fact('run', ({ browses }) => when(browses)),
    fact('run id', ({ browses }) => when(browses)),
    // Named among the figures, which are not always read.
    fact('predictions', ({ browses }) => when(browses, 'may')),
    fact('release notes', ({ browses }) => when(browses)),
    ...(hasRelease(project)
      ? [fact('release', ({ browses }) => when(browses)), fact('card', ({ browses }) => when(browses))]
      : []),
    fact('import', ({ manages }) => when(manages)),
    fact('import id', ({ manages }) => when(manages)),
    fact('invitation', (reader) => either(when(reader.manages), when(isAdmin(reader), 'may'))),
    // A team is for managers of projects that it works on, for who made it, and for administrators (decision 089); that they are in it,
    // its people find among their own data.
    fact('team', (reader) =>
      either(
        when(reader.manages || (isAdmin(reader) && isActive(reader))),
        when(reader.person === MANAGER || reader.person === FIRST, 'may'),
      ),
    ),
    // What groups of the identity provider give, administrators say and see.
    fact('group', (reader) => when(isAdmin(reader) && isActive(reader))),
    // A view that a manager shares is for all who have the list; another is its maker's. Own data name one's own.
    fact('shared view', ({ browses, person }) => either(when(browses), when(person === MANAGER, 'may'))),
    fact('own view', ({ browses, person }) => when(person === SETTLER, browses ? 'must' : 'may')),
    // Managers see what is paid for an hour; who is paid it finds that among their own data (decision 091).
    fact('currency', ({ manages, person }) => either(when(manages), when(person === SETTLER, 'may'))),
    // Calibration tells managers of those who annotate, once it has been set up.
    fact('waiver', ({ manages, person }) =>
      either(when(manages, isWaived(world, project) ? 'must' : 'may'), when(person === project.waived, 'may')),
    ),
    // Managers see who may begin without practice, and why (decision 103); the person only that practice is not asked for.
    fact('practice word', ({ manages }) => when(manages, annotates(world, project, project.waived) ? 'must' : 'may')),
    // Copies lie in a shadow of the project, which is a project to nobody (decision 018).
    fact('shadow id', () => 'never'),
  ].filter(({ key }) => !/^(waiver|practice word) /.test(key) || project.waived !== null)
}

/** What somebody is to one item. */
interface Standing extends Reader {
  share: Share | undefined
}

function itemFacts(world: World, project: Project, item: Item, name: string): Fact[] {
  const standing = (person: number): Standing => {
    const reader = new Reader(world, project, person)
    const share = reader.belongs ? item.shares.find((each) => each.person === person) : undefined
    return Object.assign(reader, { share })
  }
  const fact = (what: string, readers: (reader: Standing) => Reading): Fact => ({
    key: `${what} of ${name}`,
    readers: (person) => readers(standing(person)),
  })
  const holds = ({ share, belongs }: Standing) => belongs && share !== undefined
  const copies = ({ person, belongs }: Standing) => belongs && item.copyFor === person
  return [
    fact('id', (reader) => either(when(reader.browses), when(holds(reader), 'may'))),
    fact('task id', (reader) => either(when(reader.browses), when(holds(reader), 'may'))),
    fact('text', (reader) =>
      either(
        when(reader.browses || begun(reader) || (isPractised(project, item) && reader.practises)),
        when(holds(reader) || copies(reader) || isWriter(item, reader), 'may'),
      ),
    ),
    ...(item.labelled && project.protocol === 'felm'
      ? [fact('record', (reader) => either(when(reader.browses && readsGold(item, reader))))]
      : []),
    ...discardFacts(item, fact),
    ...workFacts(project, item, fact),
    ...outcomeFacts(item, fact),
    ...copyFacts(item, fact),
    ...(isPractised(project, item) ? practiceFacts(fact) : []),
  ]
}

type Naming = (what: string, readers: (reader: Standing) => Reading) => Fact

/** Of one's own answers the item's text is among one's own data, also when one does not belong to the project any more (decision 093). */
const isWriter = ({ shares }: Item, { person }: Reader): boolean => shares.some((share) => share.person === person)

const begun = ({ share, belongs }: Standing) => belongs && (share?.state === 'draft' || share?.state === 'submitted')

/** Answers are open to staff and to the task's own annotators, once all have submitted. */
const readsAnswers = (item: Item, { staff, belongs, share }: Standing) =>
  REVEALED.includes(item.moment) && belongs && (staff || share?.state === 'submitted')

/** Gold is for viewers too. */
const readsGold = (item: Item, reader: Standing) =>
  readsAnswers(item, reader) || (item.moment === 'gold' && reader.role === 'viewer')

function discardFacts(item: Item, fact: Naming): Fact[] {
  if (item.moment !== 'discarded' && item.moment !== 'discarded late') return []
  return [fact('discard note', ({ browses, share }) => either(when(browses), when(share !== undefined, 'may')))]
}

/** What annotators wrote: theirs alone until all have submitted (decision 008). */
function workFacts(project: Project, item: Item, fact: Naming): Fact[] {
  return item.shares
    .flatMap(({ person, state, note, search }) => {
      const who = person === FIRST ? 'first' : 'second'
      const mine = (reader: Standing) => reader.belongs && reader.person === person
      const ownData = (reader: Standing) => when(reader.person === person, 'may')
      const open = (reader: Standing) => when(readsAnswers(item, reader))
      // A release shows the annotations behind its gold to all who read releases (decision 022).
      const released = ({ browses }: Standing) => when(browses && item.moment === 'gold' && hasRelease(project))
      const begins = state === 'draft' || state === 'submitted'
      return [
        ...(begins
          ? [
              fact(`answer of ${who}`, (reader) =>
                either(when(mine(reader)), open(reader), released(reader), ownData(reader)),
              ),
            ]
          : []),
        // The time line and the steps that can be undone: of a new round one's own begin anew.
        ...(begins ? [fact(`step of ${who}`, (reader) => either(ownData(reader), open(reader)))] : []),
        // The archive is for reading; whether notes to oneself are among it is not said.
        ...(note ? [fact(`note of ${who}`, (reader) => either(ownData(reader), open(reader)))] : []),
        ...(search
          ? [fact(`search of ${who}`, (reader) => either(when(mine(reader)), open(reader), ownData(reader)))]
          : []),
        ...(state === 'skipped'
          ? [fact(`skip of ${who}`, (reader) => either(when(reader.manages), ownData(reader)))]
          : []),
      ]
    })
    .concat(item.shares.length > 0 ? [fact('suggestion', (reader) => suggestionFor(project, item, reader))] : [])
}

/** Decision 017: by the arm of one's annotation; of the other arms nothing leaves the server before its time. */
function suggestionFor({ arm }: Project, item: Item, reader: Standing): Reading {
  const { share, browses } = reader
  if (item.moment === 'reopened') return when(share !== undefined || browses, 'may')
  if (!begun(reader)) return when(share ? arm === 'shown' || browses : browses, 'may')
  if (arm === 'shown') return 'must'
  // Every draft of a world has answered the question.
  if (arm === 'hidden') return 'must'
  return when(REVEALED.includes(item.moment) && browses, 'may')
}

/** What was settled, why, and the gold. */
function outcomeFacts(item: Item, fact: Naming): Fact[] {
  const settled = item.moment === 'approving' || item.moment === 'gold'
  const inGold = (reader: Standing): Reading =>
    item.moment !== 'gold' ? 'never' : either(when(reader.browses), when(reader.share !== undefined, 'may'))
  // Who gave it finds it among their own data, whatever has become of the task.
  const reason = (reader: Standing): Reading =>
    either(
      when(settled && readsAnswers(item, reader)),
      when(item.moment === 'gold' && reader.browses),
      when(reader.person === SETTLER, 'may'),
    )
  const has = settled || item.moment === 'reopened'
  const golden = item.moment === 'gold' || item.moment === 'reopened'
  return [...(has ? [fact('reason', reason)] : []), ...(golden ? [fact('gold', inGold)] : [])]
}

/** A copy is known to whom it was given and to nobody else; what they answer there is theirs. */
function copyFacts(item: Item, fact: Naming): Fact[] {
  const { copyFor } = item
  if (copyFor === null) return []
  const own = (reading: Reading) => (reader: Standing) => when(reader.belongs && reader.person === copyFor, reading)
  const chosen = (reader: Standing) => either(own('may')(reader), when(reader.manages, 'may'))
  // Managers choose what is served as calibration, and take it back by its id; copies are in the log.
  return [
    fact('copy id', chosen),
    fact('copy item id', chosen),
    fact('copy answer', (reader) => either(own('must')(reader), when(reader.person === copyFor, 'may'))),
  ]
}

/** Gold that is practised with: what is expected of it, and why, is told to those who have answered it and to nobody else. */
function practiceFacts(fact: Naming): Fact[] {
  return [
    fact('practice id', ({ practises, manages }) => either(when(practises), when(manages, 'may'))),
    fact('practice reason', ({ person, practises }) => when(person === FIRST && practises, 'must')),
    // Among their own data, wherever they are by now.
    fact('practice answer', ({ person }) => when(person === FIRST, 'may')),
  ]
}
