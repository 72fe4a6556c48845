import { describe, expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { getAccount } from '@/lib/workspace/users/queries'
import { setProjectCreation } from '@/lib/workspace/users/set-project-creation'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { removalOf, takeInOrder } from '@/tests/support/take-in-order'
import { archiveProject } from './archive-project'
import { createProject } from './create-project'
import { deleteProject } from './delete-project'
import { getProject, getProjectHome, listProjects, listProposedEngines } from './queries'
import { ratersAt } from './raters'
import { updateProject } from './update-project'
import { updateStage } from './update-stage'
import { getWorkspaceAbilities } from './workspace-abilities'

const eventsOf = async (projectId: string) =>
  (await prisma().event.findMany({ where: { projectId }, orderBy: { id: 'asc' } })).map(({ type, data }) => ({
    type,
    data,
  }))

/** Runs `work` while an import is writing an item that nobody else sees yet. */
const duringImport = (projectId: string, work: () => Promise<unknown>) =>
  transaction(async (tx) => {
    const content = { title: 'x', content: {}, record: '{}', format: 'felm', contentHash: 'x' }
    await tx.item.create({ data: { projectId, position: 999, ...content } })
    await work()
  })

test('settings, stages, guidelines and the archive do not wait for a running import', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  await duringImport(project.id, async () => {
    await updateProject(manager, project.id, { description: 'Seas' })
    await updateStage(manager, { projectId: project.id, stageKey: 'segments' }, { raters: 3 })
    await publishGuideline(manager, project.id, { body: '# Rules', note: '', basedOn: 1 })
    await archiveProject(manager, project.id, true)
  })
  expect((await eventsOf(project.id)).map(({ type }) => type)).toEqual([
    'project.updated',
    'stage.updated',
    'guideline.published',
    'project.archived',
  ])
})

describe('create', () => {
  test('makes the stages with their defaults, the first guidelines, and its maker the manager', async () => {
    const actor = actorOf(await makeUser({ canCreateProjects: true }))
    const project = await createProject(actor, { name: 'Oceans', description: '', protocolId: 'felm' })
    expect(project).toMatchObject({ name: 'Oceans', role: 'manager', guidelineVersion: 1, archivedAt: null })
    expect(project.stages.map(({ key, raters, coverage, queue }) => ({ key, raters, coverage, queue }))).toEqual([
      { key: 'segments', raters: 2, coverage: 100, queue: true },
    ])
    expect(project.abilities).toEqual({
      manage: true,
      change: true,
      browseItems: true,
      takeTasks: true,
      review: true,
      seeAgreement: true,
      export: true,
      seeMembers: true,
    })
    expect(await eventsOf(project.id)).toEqual([
      { type: 'project.created', data: { name: 'Oceans', protocolId: 'felm', protocolVersion: 1 } },
    ])
  })

  test('begins with the guidelines first where the protocol says so', async () => {
    const actor = actorOf(await makeUser({ canCreateProjects: true }))
    const firstOf = async (protocolId: string) =>
      (await createProject(actor, { name: protocolId, description: '', protocolId })).stages.map(
        ({ guidelinesFirst }) => guidelinesFirst,
      )
    expect(await firstOf('veriscore-preference')).toEqual([true])
    expect(await firstOf('factcheck-bench')).toEqual([false, false, false])
  })

  test('copies a project that one manages: settings, guidelines and people, and no items', async () => {
    const given = { raters: 3, coverage: 40, queue: false, guidelinesFirst: true }
    const template = await makeProject({ name: 'Seas', stage: given })
    const user = await makeUser({ canCreateProjects: true })
    const manager = actorOf(await makeMember(template, 'manager', user))
    const [ada, gone] = [await makeMember(template, 'annotator', undefined, 20), await makeMember(template, 'reviewer')]
    await prisma().user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
    await makeTask(template)
    await publishGuideline(manager, template.id, { body: '# Rules of ours', note: '', basedOn: 1 })
    const policy = { stageKey: 'segments', unitKind: 'segment', question: 'label', policy: 'hidden' } as const
    await prisma().suggestionPolicy.create({ data: { projectId: template.id, ...policy } })
    const settings = { search: 'corpus', budgetMicro: 5n, spentMicro: 3n, concurrency: 2 }
    await prisma().prefillSettings.create({ data: { projectId: template.id, ...settings } })
    const body = { name: 'Lakes', description: '', protocolId: 'felm' }
    const copy = await createProject(manager, { ...body, template: { projectId: template.id, people: true } })
    expect(copy.stages).toMatchObject([{ key: 'segments', ...given }])
    const where = { projectId: copy.id }
    expect(await prisma().guideline.findMany({ where })).toMatchObject([
      { version: 1, body: '# Rules of ours', note: 'As in another project, version 2.' },
    ])
    const members = await prisma().membership.findMany({ where, orderBy: { role: 'asc' } })
    expect(members.map(({ userId, role, quota }) => [userId, role, quota])).toEqual([
      [user.id, 'manager', null],
      [ada.id, 'annotator', 20],
    ])
    expect(await prisma().suggestionPolicy.findMany({ where })).toMatchObject([policy])
    expect(await prisma().prefillSettings.findMany({ where })).toMatchObject([
      { ...settings, spentMicro: 0n, reservedMicro: 0n },
    ])
    expect(await prisma().item.count({ where })).toBe(0)
    expect((await eventsOf(copy.id)).map(({ type }) => type)).toEqual(['project.created', 'member.added'])
    const alone = await createProject(manager, { ...body, template: { projectId: template.id, people: false } })
    expect(await prisma().membership.count({ where: { projectId: alone.id } })).toBe(1)
  })

  test('copies nobody whose account is removed at this moment', async () => {
    const template = await makeProject()
    const user = await makeUser({ canCreateProjects: true })
    await makeMember(template, 'manager', user)
    const [ada, ben] = [await makeMember(template, 'annotator'), await makeMember(template, 'annotator')]
    const body = { name: 'Lakes', description: '', protocolId: 'felm' }
    const copy = await takeInOrder(removalOf(ben.id), () =>
      createProject(actorOf(user), { ...body, template: { projectId: template.id, people: true } }),
    )
    const members = await prisma().membership.findMany({ where: { projectId: copy.id }, select: { userId: true } })
    expect(members.map(({ userId }) => userId).toSorted()).toEqual([user.id, ada.id].toSorted())
  })

  test('copies nothing of a project that one does not manage, or of another protocol', async () => {
    const template = await makeProject()
    const user = await makeUser({ canCreateProjects: true })
    const make = (protocolId = 'felm') =>
      createProject(actorOf(user), {
        name: 'Lakes',
        description: '',
        protocolId,
        template: { projectId: template.id, people: true },
      })
    await expect(make()).rejects.toMatchObject({ code: 'not_found' })
    await makeMember(template, 'annotator', user)
    await expect(make()).rejects.toMatchObject({ code: 'forbidden' })
    await prisma().membership.updateMany({ where: { userId: user.id }, data: { role: 'manager' } })
    await expect(make('factcheck-bench')).rejects.toMatchObject({ code: 'rule' })
    expect(await prisma().project.count({ where: { createdById: user.id } })).toBe(0)
  })

  test('says which project that one can see has a name that looks the same, and so does a change of the name', async () => {
    const actor = actorOf(await makeUser({ canCreateProjects: true }))
    const make = (name: string, by = actor) => createProject(by, { name, description: '', protocolId: 'felm' })
    const stranger = await make('Lakes of Africa', actorOf(await makeUser({ canCreateProjects: true })))
    const first = await make('Seas of Europe')
    expect([first.alike, (await make('Lakes of Africa')).alike]).toEqual([undefined, undefined])
    const second = await make('Sеas оf Eurоpe')
    expect(second.alike).toContain('“Seas of Europe”')
    expect((await updateProject(actor, second.id, { description: 'Waters' })).alike).toBeUndefined()
    expect((await updateProject(actor, second.id, { name: 'Seas of Asia' })).alike).toBeUndefined()
    expect((await updateProject(actor, second.id, { name: 'SEAS OF EUROPE' })).alike).toContain('“Seas of Europe”')
    expect(stranger.alike).toBeUndefined()
  })

  test('an unknown protocol leaves nothing behind', async () => {
    const actor = actorOf(await makeUser({ canCreateProjects: true }))
    const before = await prisma().project.count()
    await expect(createProject(actor, { name: 'X', description: '', protocolId: 'none' })).rejects.toMatchObject({
      code: 'rule',
    })
    expect(await prisma().project.count()).toBe(before)
  })

  test('takes a right of the account at this moment, which administrators have, and managers of other projects not', async () => {
    const body = { name: 'Oceans', description: '', protocolId: 'felm' }
    const manager = actorOf(await makeMember(await makeProject(), 'manager'))
    const refused = { code: 'forbidden', message: expect.stringContaining('Ask an administrator') }
    await expect(createProject(manager, body)).rejects.toMatchObject(refused)
    expect(await getWorkspaceAbilities(manager)).toEqual({ createProjects: false })
    const administrator = actorOf(await makeUser({ isAdmin: true }))
    expect((await createProject(administrator, body)).role).toBe('manager')
    await setProjectCreation(administrator, manager.userId, true)
    expect(await getWorkspaceAbilities(manager)).toEqual({ createProjects: true })
    expect((await createProject(manager, body)).role).toBe('manager')
    await setProjectCreation(administrator, manager.userId, false)
    await expect(createProject(manager, body)).rejects.toMatchObject(refused)
    const told = await prisma().event.findMany({
      where: { type: 'user.project_creation_changed', actorId: administrator.userId },
      orderBy: { id: 'asc' },
    })
    expect(told.map(({ data }) => data)).toEqual([
      { userId: manager.userId, to: true },
      { userId: manager.userId, to: false },
    ])
  })
})

describe('see', () => {
  test('a hidden project is not found, for reading and for changing alike', async () => {
    const project = await makeProject()
    const stranger = actorOf(await makeUser())
    const hidden = { code: 'not_found' }
    await expect(getProject(stranger, project.id)).rejects.toMatchObject(hidden)
    await expect(getProjectHome(stranger, project.id)).rejects.toMatchObject(hidden)
    await expect(updateProject(stranger, project.id, { name: 'Mine' })).rejects.toMatchObject(hidden)
    await expect(archiveProject(stranger, project.id, true)).rejects.toMatchObject(hidden)
    await expect(deleteProject(stranger, project.id, project.name)).rejects.toMatchObject(hidden)
    expect(await listProjects(stranger)).toEqual([])
  })

  test('an administrator acts as manager but takes no tasks unless a member', async () => {
    const project = await makeProject()
    const view = await getProject(actorOf(await makeUser({ isAdmin: true })), project.id)
    expect([view.role, view.abilities.manage, view.abilities.takeTasks]).toEqual(['manager', true, false])
  })

  test('annotators see their own numbers, not the project’s', async () => {
    const project = await makeProject()
    const [mine, other] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    expect((await getProjectHome(actorOf(mine), project.id)).work).toMatchObject({ hasItems: false })
    const task = await makeTask(project)
    await makeAnnotation(task, mine, answersWith(true))
    await makeAnnotation(task, other, answersWith(true), true)
    expect(await listProjects(actorOf(mine))).toMatchObject([{ progress: null, mine: { open: 1, submitted: 0 } }])
    const home = await getProjectHome(actorOf(mine), project.id)
    expect([home.funnel, home.review, home.management, home.stale]).toEqual([null, null, null, null])
    expect(home.work?.drafts.map((draft) => draft.taskId)).toEqual([task.id])
    expect((await getProjectHome(actorOf(other), project.id)).work).toMatchObject({
      drafts: [],
      submitted: 1,
      submittedLastDay: 1,
      hasItems: true,
    })
  })

  test('managers see the funnel, and what waits for them', async () => {
    const project = await makeProject()
    const manager = await makeMember(project, 'manager')
    await makeTask(project, { state: 'preparing' })
    await makeTask(project)
    const settled = await makeTask(project)
    await prisma().task.update({ where: { id: settled.id }, data: { state: 'consolidating', stale: true } })
    const home = await getProjectHome(actorOf(manager), project.id)
    const counts = { preparing: 1, open: 1, consolidating: 1, approving: 0, gold: 0, discarded: 0 }
    expect(home.funnel).toMatchObject([{ key: 'segments', counts }])
    expect(home.review).toEqual({ toSettle: 1, toApprove: 0 })
    expect(home.stale).toBe(1)
    expect(home.management).toMatchObject({ items: 3, unopened: 1, members: 1, imports: [], skipped: 0 })
    expect(await listProjects(actorOf(manager))).toMatchObject([{ progress: { items: 3, gold: 0, discarded: 0 } }])
  })
})

describe('change', () => {
  test('is for managers, and remembered', async () => {
    const project = await makeProject({ name: 'Before' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    await expect(updateProject(reviewer, project.id, { name: 'After' })).rejects.toMatchObject({ code: 'forbidden' })
    const changed = await updateProject(manager, project.id, { name: 'After', seen: { name: 'Before' } })
    expect(changed.name).toBe('After')
    expect(await eventsOf(project.id)).toEqual([
      { type: 'project.updated', data: { name: { from: 'Before', to: 'After' } } },
    ])
  })

  test('a search engine is proposed to members of projects in use, who take it on themselves', async () => {
    const project = await makeProject({ name: 'Lakes' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const annotator = actorOf(await makeMember(project, 'annotator'))
    const outsider = actorOf(await makeUser({ isAdmin: true }))
    const searchEngine = 'https://www.example.org/?q=%s'
    const changed = await updateProject(manager, project.id, { searchEngine, seen: { searchEngine: null } })
    expect(changed.searchEngine).toBe(searchEngine)
    expect(await eventsOf(project.id)).toEqual([
      { type: 'project.updated', data: { searchEngine: { from: null, to: searchEngine } } },
    ])
    expect(await listProposedEngines(annotator)).toEqual([{ project: 'Lakes', searchEngine }])
    expect(await listProposedEngines(outsider)).toEqual([])
    expect((await getAccount(annotator)).searchEngine).toBeNull()
    await expect(
      updateProject(manager, project.id, { searchEngine: null, seen: { searchEngine: null } }),
    ).rejects.toMatchObject({ code: 'revision_conflict' })
    await archiveProject(manager, project.id, true)
    expect(await listProposedEngines(annotator)).toEqual([])
  })

  test('what somebody else changed meanwhile is not overwritten', async () => {
    const project = await makeProject({ name: 'Theirs' })
    const manager = actorOf(await makeMember(project, 'manager'))
    await expect(updateProject(manager, project.id, { name: 'Mine', seen: { name: 'Older' } })).rejects.toMatchObject({
      code: 'revision_conflict',
      extra: { data: { current: { name: 'Theirs' } } },
    })
    expect((await getProject(manager, project.id)).name).toBe('Theirs')
  })

  test('an archived project is read-only until it is taken out again', async () => {
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const archived = await archiveProject(manager, project.id, true)
    expect([archived.abilities.manage, archived.abilities.change]).toEqual([true, false])
    await expect(updateProject(manager, project.id, { name: 'New' })).rejects.toMatchObject({ code: 'rule' })
    await archiveProject(manager, project.id, true)
    expect((await archiveProject(manager, project.id, false)).archivedAt).toBeNull()
    expect((await eventsOf(project.id)).map((event) => event.type)).toEqual(['project.archived', 'project.unarchived'])
  })

  test('new raters and coverage reach the tasks that nobody has started', async () => {
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const started = await makeTask(project)
    await makeAnnotation(started, await makeMember(project, 'annotator'), answersWith(true))
    const fresh = [await makeTask(project), await makeTask(project, { state: 'preparing' }), await makeTask(project)]
    const where = { projectId: project.id, stageKey: 'segments' }
    const { tasksChanged } = await updateStage(manager, where, { raters: 3, coverage: 50 })
    const settings = { raters: 3, coverage: 50, furtherShare: 0, furtherSeed: 1 }
    const expected = fresh.map((task) => ratersAt(task.position, settings))
    const rows = await prisma().task.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
    expect(rows.map((row) => row.raters)).toEqual([2, ...expected])
    expect(tasksChanged).toBe(3)
    expect(await eventsOf(project.id)).toEqual([
      {
        type: 'stage.updated',
        data: { stage: 'segments', changes: { raters: { from: 2, to: 3 }, coverage: { from: 100, to: 50 } } },
      },
    ])
  })
})

describe('delete', () => {
  test('needs the name typed', async () => {
    const project = await makeProject({ name: 'Careful' })
    const manager = actorOf(await makeMember(project, 'manager'))
    await expect(deleteProject(manager, project.id, 'careless')).rejects.toMatchObject({ code: 'rule' })
    expect((await getProject(manager, project.id)).name).toBe('Careful')
  })

  test('removes everything, frozen answers and events included, and nothing of other projects', async () => {
    const project = await makeProject({ name: 'Gone' })
    const other = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const task = await makeTask(project)
    await makeAnnotation(task, await makeMember(project, 'annotator'), answersWith(false), true)
    const annotation = await makeAnnotation(task, await makeMember(project, 'annotator'), answersWith(true), true)
    const unitId = task.units[1]?.id ?? ''
    const place = { taskId: task.id, round: 1, unitId, question: 'label' }
    await prisma().disagreement.create({ data: place })
    await prisma().resolution.create({ data: { ...place, value: true, how: 'lane', annotationId: annotation.id } })
    await prisma().gold.create({
      data: { taskId: task.id, version: 1, round: 1, answers: {}, rollUp: {}, origin: 'consolidated' },
    })
    await updateProject(manager, project.id, { description: 'Something happened' })
    await makeTask(other)
    await deleteProject(manager, project.id, ' Gone ')
    expect(await prisma().project.findMany({ where: { id: { in: [project.id, other.id] } } })).toHaveLength(1)
    expect(await prisma().task.count({ where: { projectId: other.id } })).toBe(1)
    expect(await prisma().label.count({ where: { taskId: task.id } })).toBe(0)
    expect(await eventsOf(project.id)).toEqual([{ type: 'project.deleted', data: { name: 'Gone' } }])
  })
})
