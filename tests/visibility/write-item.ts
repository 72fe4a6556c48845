/** One item of a world, moved along to its moment. */
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/platform/events/record'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { copyTask } from '@/lib/quality/calibration/copy-task'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { addItem } from '@/lib/quality/practice/own-items/add-item'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { type MadeProject, type MadeTask, makeAnnotation, makeAssignment, makeTask } from '@/tests/factories'
import { FIRST, type Item, isPractised, MANAGER, type Project, SECOND, SETTLER } from './world'
import { secretOf, type Written } from './written'

export class ItemWriter {
  constructor(
    private readonly written: Written,
    private readonly project: Project,
    private readonly made: MadeProject,
    private readonly item: Item,
    private readonly name: string,
  ) {}

  private secret = (what: string) => secretOf(this.written.tag, `${what} of ${this.name}`)
  private user = (person: number) => this.written.users[person] as Written['users'][number]
  private actor = (person: number) => actorOf(this.user(person))
  private note(parameter: string, key: string, id: string) {
    this.written.ids.set(`${key} of ${this.name}`, id)
    this.written.addresses[parameter] = [...(this.written.addresses[parameter] ?? []), id]
  }

  async write(): Promise<void> {
    const { moment } = this.item
    const prompt = this.secret('text')
    const task = await makeTask(this.made, { state: moment === 'preparing' ? 'preparing' : 'open', prompt })
    this.note('itemId', 'id', task.itemId)
    this.note('taskId', 'task id', task.id)
    if (this.item.labelled && this.project.protocol === 'felm') await this.label(task)
    if (moment === 'preparing') return
    await this.suggest(task)
    await this.annotate(task)
    if (moment === 'open') return
    if (moment === 'discarded') return this.discard(task)
    await transaction(async (tx) =>
      revealTask(tx, await loadTask(tx, this.actor(MANAGER), task.id, { lock: true }), null),
    )
    if (moment === 'discarded late') return this.discard(task)
    if (moment === 'consolidating') return
    await this.settle(task)
    if (moment === 'approving') return
    await this.approve(task)
    if (moment === 'reopened') await reopenTask(this.actor(MANAGER), task.id, { comment: 'Look again.' })
    if (this.item.copyFor !== null) await this.copy(task, this.item.copyFor)
    if (isPractised(this.project, this.item)) await this.practise(task)
  }

  /** A manager adds the gold to practice with a reason, and the first annotator practises with it. */
  private async practise(task: MadeTask): Promise<void> {
    const stage = 'segments'
    const reasons = { s2: { label: this.secret('practice reason') } }
    const { id } = await addItem(this.actor(MANAGER), this.made.id, {
      stage,
      position: task.position,
      version: 1,
      reasons,
    })
    this.note('key', 'practice id', id)
    const answers = this.answers(this.secret('practice answer'), true)
    await submitPractice(this.actor(FIRST), { projectId: this.made.id, stage, key: id }, answers)
  }

  private discard = (task: MadeTask) =>
    discardTask(this.actor(MANAGER), task.id, { reason: 'other', note: this.secret('discard note') })

  /** A record with somebody's labels in it, as an import brings it. */
  private async label(task: MadeTask): Promise<void> {
    const labels = { labels: [true, false], type: [null, 'fooled'], comment: ['', this.secret('record')] }
    const record = JSON.stringify({ ...JSON.parse(task.item.record), ...labels })
    await prisma().item.update({ where: { id: task.itemId }, data: { record } })
  }

  private async suggest(task: MadeTask): Promise<void> {
    const isFelm = this.project.protocol === 'felm'
    const unitId = task.units.find(({ key }) => key === 's1')?.id ?? ''
    const about = isFelm ? { question: 'label', value: true } : { question: 'checkworthy', value: 'yes' }
    await prisma().suggestion.create({
      data: { taskId: task.id, unitId, ...about, source: 'rules', rationale: this.secret('suggestion') },
    })
  }

  private answers(secret: string, other: boolean): Answers {
    if (this.project.protocol === 'felm')
      return {
        item: { action: 'keep' },
        s1: { label: other },
        s2: { label: false, errorType: 'knowledge_error', reason: secret },
        ...(other ? {} : { s1: { label: false, errorType: 'reasoning_error', reason: 'As everybody knows.' } }),
      }
    const claim = `u-${randomUUID().slice(0, 8)}`
    return {
      s1: { checkworthy: 'yes', importance: other ? 'yes' : 'no', claims: [{ key: claim, made: 'added', from: [] }] },
      s2: { checkworthy: 'opinion', importance: 'no' },
      [claim]: { text: secret, type: 'factual', importance: 'yes' },
    }
  }

  private scope = (task: MadeTask, actorId: string) => {
    return { actorId, projectId: this.made.id, itemId: task.itemId, taskId: task.id }
  }

  private async annotate(task: MadeTask): Promise<void> {
    for (const { person, state, note, search } of this.item.shares) {
      const user = this.user(person)
      const who = person === FIRST ? 'first' : 'second'
      await makeAssignment(task, user)
      if (note) await this.remark(task, user.id, this.secret(`note of ${who}`))
      if (search) await this.search(task, user.id, this.secret(`search of ${who}`))
      if (state === 'skipped') {
        const skip = { state: 'skipped', skipReason: this.secret(`skip of ${who}`) } as const
        await prisma().assignment.update({ where: { taskId_userId: { taskId: task.id, userId: user.id } }, data: skip })
      }
      if (state !== 'draft' && state !== 'submitted') continue
      await this.begin(
        task,
        person,
        this.answers(this.secret(`answer of ${who}`), person === FIRST),
        state === 'submitted',
      )
    }
  }

  private async begin(task: MadeTask, person: number, answers: Answers, submit: boolean): Promise<void> {
    const { id: annotationId } = await makeAnnotation(task, this.user(person), answers, submit)
    const [unitKind, question] = this.project.protocol === 'felm' ? ['segment', 'label'] : ['sentence', 'checkworthy']
    const { arm } = this.project
    await prisma().armDraw.create({ data: { annotationId, unitKind, question, arm, policy: arm } })
    const scope = { ...this.scope(task, this.user(person).id), annotationId }
    const step = this.secret(`step of ${person === FIRST ? 'first' : 'second'}`)
    await transaction(async (tx) => {
      await record(tx, 'annotation.started', scope, { round: 1 })
      const change = { unit: 's1', question, from: null, to: step, origin: 'typed', revision: 1 }
      await record(tx, 'answer.saved', scope, change)
      if (submit) await record(tx, 'annotation.submitted', scope, { round: 1, activeSeconds: 60 })
    })
    this.written.benches.push({ person, taskId: task.id })
  }

  private async search(task: MadeTask, userId: string, query: string): Promise<void> {
    const where = { projectId: this.made.id, taskId: task.id, unitKey: 's1', userId, provider: 'corpus' }
    const results = [{ rank: 1, title: query, url: 'https://example.org', snippet: query }]
    const { id } = await prisma().searchRecord.create({ data: { ...where, query, results } })
    this.written.addresses.searchId = [...(this.written.addresses.searchId ?? []), id]
    const made = { searchId: id, unit: 's1', provider: 'corpus', query, hits: 1 }
    await transaction((tx) => record(tx, 'search.made', this.scope(task, userId), made))
  }

  private async remark(task: MadeTask, userId: string, body: string): Promise<void> {
    const { id: commentId } = await prisma().comment.create({ data: { taskId: task.id, userId, body } })
    await transaction((tx) => record(tx, 'comment.added', this.scope(task, userId), { commentId, reply: null }))
  }

  private get isDiscussed() {
    return this.project.policy === 'discussion'
  }

  /** Partners settle the second segment between them, and a third rater the first; elsewhere one person settles both. */
  private async settle(task: MadeTask): Promise<void> {
    const { id: resolvedById } = this.user(SETTLER)
    const unitId = (key: string) => task.units.find((unit) => unit.key === key)?.id ?? ''
    const at = (key: string) => ({ taskId: task.id, round: 1, unitId: unitId(key), question: 'label', value: true })
    const settled = { how: 'edited', resolvedById, reason: this.secret('reason') } as const
    const among = this.isDiscussed ? ({ how: 'discussed', resolvedById: null, reason: '' } as const) : settled
    if (this.isDiscussed) await this.discuss(task, at('s2'))
    await prisma().resolution.createMany({
      data: [
        { ...at('s1'), ...settled },
        { ...at('s2'), ...among },
      ],
    })
    const signed = this.isDiscussed ? {} : { adjudicatorId: resolvedById, adjudicatedAt: new Date() }
    await prisma().task.update({ where: { id: task.id }, data: { state: 'approving', ...signed } })
  }

  private async discuss(task: MadeTask, word: { unitId: string; question: string; value: boolean; round: number }) {
    const { question, value } = word
    for (const person of [FIRST, SECOND]) {
      const { id: userId } = this.user(person)
      await prisma().acceptance.create({ data: { ...word, taskId: task.id, userId } })
      await transaction((tx) =>
        record(tx, 'discussion.accepted', this.scope(task, userId), { unit: 's2', question, value }),
      )
      await this.remark(task, userId, 'So be it.')
    }
  }

  /** A second reviewer makes it gold; a discussion the last word of a partner. */
  private async approve(task: MadeTask): Promise<void> {
    const [adjudicatorId, approverId] = [this.user(SETTLER).id, this.user(MANAGER).id]
    const signed = this.isDiscussed
      ? { actorId: this.user(SECOND).id, adjudicatorId: null, approverId: null }
      : { actorId: approverId, adjudicatorId, approverId }
    const answers = this.answers(this.secret('gold'), true)
    await transaction(async (tx) =>
      makeGold(tx, await loadTask(tx, this.actor(MANAGER), task.id, { lock: true }), {
        answers,
        ...signed,
        origin: 'consolidated',
      }),
    )
  }

  private async copy(task: MadeTask, person: number): Promise<void> {
    const copyId = await transaction(async (tx) => {
      const shadow = await openShadow(tx, this.made.id)
      return copyTask(tx, shadow, {
        originalId: task.id,
        userId: null,
        actorId: this.user(person).id,
        purpose: 'calibration',
      })
    })
    const copy = await prisma().task.findUniqueOrThrow({ where: { id: copyId }, include: { item: true, units: true } })
    this.note('taskId', 'copy id', copy.id)
    this.note('itemId', 'copy item id', copy.itemId)
    const answers = this.answers(this.secret('copy answer'), true)
    await makeAnnotation({ ...copy, item: { ...copy.item, tasks: [copy] } }, this.user(person), answers)
    this.written.benches.push({ person, taskId: copyId })
  }
}
