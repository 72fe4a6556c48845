/** Puts a world into PostgreSQL, through the factories and the commands that move a task along. */
import { randomUUID } from 'node:crypto'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { prisma } from '@/lib/platform/server/db'
import { viewQuerySchema } from '@/lib/workspace/items/views/contract'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { updateMember } from '@/lib/workspace/users/members/update-member'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject, makeUser } from '@/tests/factories'
import { FIRST, hasRelease, MANAGER, type Project, SETTLER, type World } from './world'
import { ItemWriter } from './write-item'
import { secretOf, type Written } from './written'

export async function writeWorld(world: World): Promise<Written> {
  const tag = `w${randomUUID().slice(0, 8)}`
  const users: Written['users'] = []
  for (const [index, person] of world.people.entries())
    users.push(await makeUser({ email: `${secretOf(tag, `email of ${index}`)}@example.org`, isAdmin: person.admin }))
  const written: Written = { tag, users, ids: new Map(), addresses: {}, benches: [] }
  for (const [index, user] of users.entries())
    await prisma().apiToken.create({
      data: { userId: user.id, name: secretOf(tag, `token of ${index}`), prefix: 'assay_', tokenHash: randomUUID() },
    })
  for (const [index, project] of world.projects.entries()) await new ProjectWriter(written, project, index).write()
  for (const [index, person] of world.people.entries()) {
    const user = users[index]
    if (person.deactivated && user)
      users[index] = await prisma().user.update({ where: { id: user.id }, data: { deactivatedAt: new Date() } })
  }
  return written
}

const PLAN = {
  protocol: { id: 'felm', version: 1 },
  stage: null,
  steps: [],
  search: null,
  prices: [],
  file: null,
  target: { pool: 1, onlyNew: false, most: null },
}

class ProjectWriter {
  constructor(
    private readonly written: Written,
    private readonly project: Project,
    private readonly index: number,
  ) {}

  private secret = (what: string) => secretOf(this.written.tag, `${what} of project ${this.index}`)
  private user = (person: number) => {
    const user = this.written.users[person]
    if (!user) throw new Error(`there is no person ${person}`)
    return user
  }
  private note(parameter: string, key: string, id: string) {
    this.written.ids.set(`${key} of project ${this.index}`, id)
    this.written.addresses[parameter] = [...(this.written.addresses[parameter] ?? []), id]
  }

  async write(): Promise<void> {
    const { protocol, policy, rolesThen } = this.project
    const made = await makeProject({
      name: this.secret('name'),
      protocolId: protocol,
      stage: { raters: 2, consolidation: policy },
    })
    this.note('projectId', 'id', made.id)
    for (const [person, role] of rolesThen.entries()) if (role) await makeMember(made, role, this.user(person))
    await this.furnish(made)
    for (const [at, item] of this.project.items.entries())
      await new ItemWriter(this.written, this.project, made, item, `project ${this.index} item ${at}`).write()
    await this.release(made)
    await this.age(made)
  }

  /** What a project has besides items. */
  private async furnish({ id: projectId }: MadeProject): Promise<void> {
    const { id: by } = this.user(MANAGER)
    const db = prisma()
    await db.project.update({ where: { id: projectId }, data: { description: this.secret('description') } })
    await db.guideline.create({ data: { projectId, version: 2, body: this.secret('guideline') } })
    const document = { projectId, title: 'Rivers', text: this.secret('document'), sha256: randomUUID() }
    this.note('documentId', 'document id', (await db.corpusDocument.create({ data: document })).id)
    const run = {
      projectId,
      kind: 'pipeline',
      stageKey: null,
      name: this.secret('run'),
      state: 'done',
      plan: PLAN,
    } as const
    this.note('runId', 'run id', (await db.run.create({ data: { ...run, finishedAt: new Date() } })).id)
    const file = { projectId, fileName: this.secret('import'), state: 'refused', createdById: by } as const
    this.note('importId', 'import id', (await db.import.create({ data: file })).id)
    const evaluation = { projectId, task: 'segments', name: this.secret('predictions'), createdById: by } as const
    this.note(
      'evaluationId',
      'evaluation id',
      (await db.evaluation.create({ data: { ...evaluation, state: 'refused' } })).id,
    )
    const expiresAt = new Date(Date.now() + 1e8)
    const email = `${this.secret('invitation')}@example.org`
    await db.invitation.create({
      data: { projectId, role: 'viewer', email, tokenHash: randomUUID(), createdById: by, expiresAt },
    })
    await this.lead(projectId)
    if (this.project.waived !== null) {
      const userId = this.user(this.project.waived).id
      await db.calibrationWaiver.create({ data: { projectId, userId, byId: by, reason: this.secret('waiver') } })
      await db.practiceWaiver.create({ data: { projectId, userId, byId: by, reason: this.secret('practice word') } })
    }
    const [stageKey, unitKind, question] =
      this.project.protocol === 'felm' ? ['segments', 'segment', 'label'] : ['decompose', 'sentence', 'checkworthy']
    await db.suggestionPolicy.create({ data: { projectId, stageKey, unitKind, question, policy: this.project.arm } })
  }

  /** What those who lead people keep: a team at work here, views of the list of items, and what somebody is paid. */
  private async lead(projectId: string): Promise<void> {
    const db = prisma()
    const [first, settler, manager] = [FIRST, SETTLER, MANAGER].map((person) => this.user(person).id)
    if (!first || !settler || !manager) throw new Error('a world has all of them')
    const team = await db.team.create({ data: { name: this.secret('team'), createdById: manager } })
    await db.teamMember.create({ data: { teamId: team.id, userId: first } })
    await db.projectTeam.create({ data: { projectId, teamId: team.id, role: 'annotator' } })
    await db.projectTeamPerson.create({ data: { projectId, teamId: team.id, userId: first, gave: false } })
    const query = viewQuerySchema.parse({ sort: 'title' })
    await db.itemView.create({
      data: { projectId, ownerId: manager, name: this.secret('shared view'), shared: true, query },
    })
    await db.itemView.create({ data: { projectId, ownerId: settler, name: this.secret('own view'), query } })
    await db.hourRates.create({ data: { projectId, currency: this.secret('currency'), people: { [settler]: 1_250 } } })
    await db.groupMapping.create({
      data: { group: this.secret('group'), projectId, role: 'reviewer', createdById: manager },
    })
  }

  /** A release of what is gold, built as the worker does, and one that failed. */
  private async release({ id: projectId }: MadeProject): Promise<void> {
    const [manager, createdById] = [actorOf(this.user(MANAGER)), this.user(MANAGER).id]
    const isMade = hasRelease(this.project)
    if (isMade) {
      const text = { ...emptyCard('Rivers', this.secret('card')), licence: 'CC0-1.0' }
      await saveCard(manager, projectId, { text, revision: 0 })
      await startRelease(manager, projectId, { notes: this.secret('release') })
      const { id: releaseId } = await prisma().release.findFirstOrThrow({ where: { projectId } })
      const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
      await buildReleaseHandler.run({ releaseId }, run)
      const { state } = await prisma().release.findUniqueOrThrow({ where: { id: releaseId } })
      if (state !== 'ready') throw new Error(`the release of a world is ${state}`)
    }
    const failed = { projectId, number: isMade ? 2 : 1, state: 'failed', createdById } as const
    await prisma().release.create({ data: { ...failed, notes: this.secret('release notes'), card: {} } })
  }

  /** What happened since: people left or do something else, the project was archived. */
  private async age({ id: projectId }: MadeProject): Promise<void> {
    const manager = actorOf(this.user(MANAGER))
    const { roles, rolesThen, archived } = this.project
    for (const [person, role] of roles.entries()) {
      if (role === rolesThen[person]) continue
      const { id: userId } = this.user(person)
      if (!role) await removeMember(manager, projectId, userId)
      else if (!rolesThen[person]) await prisma().membership.create({ data: { projectId, userId, role } })
      else await updateMember(manager, projectId, userId, { role })
    }
    const shadow = await prisma().calibration.findUnique({ where: { projectId } })
    if (shadow) this.note('projectId', 'shadow id', shadow.shadowId)
    if (archived) await prisma().project.update({ where: { id: projectId }, data: { archivedAt: new Date() } })
  }
}
