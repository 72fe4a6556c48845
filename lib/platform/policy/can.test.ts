import { describe, expect, it } from 'vitest'
import type { Actor } from './actor'
import {
  canProject,
  canTask,
  effectiveRole,
  type ProjectAction,
  type Role,
  type TaskAction,
  type TaskSubject,
} from './can'

const actor: Actor = { userId: 'me', name: 'Me', isAdmin: false, via: 'session' }
const roles: Role[] = ['manager', 'annotator', 'reviewer', 'viewer']
const states: TaskSubject['state'][] = ['preparing', 'open', 'consolidating', 'approving', 'gold', 'discarded']

const subject = (given: Partial<TaskSubject>): TaskSubject => ({
  role: 'annotator',
  archived: false,
  state: 'open',
  itemDiscarded: false,
  assignment: null,
  annotatedItem: false,
  submittedHere: false,
  settledHere: false,
  held: false,
  adjudicatorId: null,
  policy: 'reviewer',
  thirdRater: 'deadlock',
  thirdRaterCalled: false,
  ...given,
})
const allowed = (action: TaskAction, given: Partial<TaskSubject>) => canTask(actor, action, subject(given))

describe('projects', () => {
  it('lets each role do what the table says and outsiders nothing', () => {
    const table: [ProjectAction, Role[]][] = [
      ['project.view', ['manager', 'annotator', 'reviewer', 'viewer']],
      ['project.manage', ['manager']],
      ['project.export', ['manager', 'reviewer', 'viewer']],
      ['project.agreement', ['manager', 'reviewer', 'viewer']],
      ['items.browse', ['manager', 'reviewer', 'viewer']],
      ['members.view', ['manager', 'reviewer']],
      ['queue.take', ['manager', 'annotator', 'reviewer']],
    ]
    for (const [action, able] of table) {
      for (const role of roles)
        expect([action, role, canProject(action, { role, archived: false })]).toEqual([
          action,
          role,
          able.includes(role),
        ])
      expect(canProject(action, { role: null, archived: false })).toBe(false)
    }
  })

  it('refuses unknown roles and actions', () => {
    expect(canProject('project.view', { role: 'owner' as Role, archived: false })).toBe(false)
    expect(canProject('project.burn' as ProjectAction, { role: 'manager', archived: false })).toBe(false)
    expect(allowed('task.burn' as TaskAction, { role: 'manager' })).toBe(false)
  })

  it('gives no work out of an archive', () => {
    expect(canProject('queue.take', { role: 'annotator', archived: true })).toBe(false)
    expect(canProject('project.export', { role: 'viewer', archived: true })).toBe(true)
  })

  it('counts an administrator as manager only where they are no member', () => {
    const admin = { ...actor, isAdmin: true }
    expect(effectiveRole(admin, null)).toBe('manager')
    expect(effectiveRole(admin, 'annotator')).toBe('annotator')
    expect(effectiveRole(actor, null)).toBeNull()
  })
})

describe('blindness', () => {
  it('shows answers to nobody before all have submitted', () => {
    for (const state of ['preparing', 'open', 'discarded'] as const)
      for (const role of roles)
        for (const submittedHere of [true, false])
          expect(allowed('task.readAnswers', { role, state, submittedHere })).toBe(false)
  })

  it('afterwards shows them to reviewers, managers and the annotators who submitted', () => {
    for (const state of ['consolidating', 'approving', 'gold'] as const) {
      expect(allowed('task.readAnswers', { role: 'reviewer', state })).toBe(true)
      expect(allowed('task.readAnswers', { role: 'manager', state })).toBe(true)
      expect(allowed('task.readAnswers', { role: 'annotator', state, submittedHere: true })).toBe(true)
      expect(allowed('task.readAnswers', { role: 'annotator', state, assignment: 'assigned' })).toBe(false)
      expect(allowed('task.readAnswers', { role: 'viewer', state })).toBe(false)
    }
  })

  it('shows gold to viewers once it is gold', () => {
    for (const state of states) expect(allowed('task.readGold', { role: 'viewer', state })).toBe(state === 'gold')
  })
})

describe('deciding', () => {
  it('is for a third person', () => {
    const state = 'consolidating'
    expect(allowed('task.adjudicate', { role: 'reviewer', state })).toBe(true)
    expect(allowed('task.adjudicate', { role: 'reviewer', state, annotatedItem: true })).toBe(false)
    expect(allowed('task.adjudicate', { role: 'annotator', state })).toBe(false)
    expect(allowed('task.adjudicate', { role: 'reviewer', state: 'open' })).toBe(false)
  })

  it('is the partners’ own in a discussion, and a third rater’s as well where one takes part', () => {
    const discussion = { policy: 'discussion', state: 'consolidating' } as const
    const partner = { ...discussion, submittedHere: true, annotatedItem: true }
    const third = { ...discussion, role: 'reviewer' } as const
    for (const state of states) expect(allowed('task.discuss', { ...partner, state })).toBe(state === 'consolidating')
    expect(allowed('task.discuss', { ...partner, policy: 'reviewer' })).toBe(false)
    expect(allowed('task.discuss', third)).toBe(false)
    expect(allowed('task.reply', partner)).toBe(false)
    for (const action of ['task.adjudicate', 'task.sendBack', 'task.discard'] as const) {
      expect(allowed(action, third)).toBe(false)
      expect(allowed(action, { ...third, thirdRaterCalled: true })).toBe(true)
      expect(allowed(action, { ...third, thirdRater: 'always' })).toBe(true)
      expect(allowed(action, { ...partner, role: 'reviewer', thirdRaterCalled: true })).toBe(false)
    }
    for (const action of ['task.readAnswers', 'task.comment'] as const) expect(allowed(action, third)).toBe(true)
    expect(allowed('task.discard', { ...third, role: 'manager' })).toBe(true)
  })

  it('comes to a third rater once, called by a partner, or by a manager where partners have left', () => {
    const discussion = { policy: 'discussion', state: 'consolidating' } as const
    const partner = { ...discussion, submittedHere: true, annotatedItem: true }
    for (const state of states)
      expect(allowed('task.callThirdRater', { ...partner, state })).toBe(state === 'consolidating')
    expect(allowed('task.callThirdRater', { ...discussion, role: 'manager' })).toBe(true)
    expect(allowed('task.callThirdRater', { ...discussion, role: 'reviewer' })).toBe(false)
    expect(allowed('task.callThirdRater', { ...partner, thirdRaterCalled: true })).toBe(false)
    expect(allowed('task.callThirdRater', { ...partner, thirdRater: 'always' })).toBe(false)
    expect(allowed('task.callThirdRater', { ...partner, policy: 'reviewer' })).toBe(false)
  })

  it('needs a second pair of eyes to approve', () => {
    const state = 'approving'
    expect(allowed('task.approve', { role: 'reviewer', state, adjudicatorId: 'someone' })).toBe(true)
    expect(allowed('task.approve', { role: 'reviewer', state, adjudicatorId: 'me' })).toBe(false)
    expect(allowed('task.approve', { role: 'manager', state, adjudicatorId: 'someone', settledHere: true })).toBe(false)
    expect(allowed('task.approve', { role: 'manager', state, adjudicatorId: 'someone', annotatedItem: true })).toBe(
      false,
    )
  })

  it('annotates only with an open share of an open task', () => {
    for (const state of states)
      expect(allowed('task.annotate', { state, assignment: 'reserved' })).toBe(state === 'open')
    expect(allowed('task.annotate', { assignment: 'submitted' })).toBe(false)
    expect(allowed('task.annotate', { assignment: 'assigned', archived: true })).toBe(false)
  })
})
