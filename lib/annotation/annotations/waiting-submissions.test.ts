import { beforeEach, describe, expect, it } from 'vitest'
import type { OutboxState } from '@/lib/annotation/outbox/outbox-entry'
import { ApiError } from '@/lib/platform/client/api-error'
import { WaitingSubmissions } from './waiting-submissions'

const IT = { projectId: 'project', taskId: 'task', annotationId: 'annotation', guidelineVersion: 1 }
const offline = new ApiError({ code: 'network', status: 0, detail: 'The server cannot be reached.' })
const refused = new ApiError({
  code: 'rule',
  status: 422,
  detail: 'Something is still missing. Answer it, then submit.',
})

let state: OutboxState
let answers: (Error | null)[]
let sent: number
let carried: number[]
let takenBack: string[]
let wakes: (() => void)[]
let [now, edited] = [0, 0]
let queue: WaitingSubmissions
/** What a submission waits for before it is answered. */
let pending: Promise<void>

beforeEach(() => {
  ;[state, answers, sent, wakes] = ['waiting', [], 0, []]
  ;[now, edited] = [1000, 900]
  takenBack = []
  carried = []
  pending = Promise.resolve()
  queue = new WaitingSubmissions({
    stateOf: () => state,
    lastEdit: () => edited,
    submit: async ({ activeSeconds }) => {
      sent += 1
      carried.push(activeSeconds)
      await pending
      const answer = answers.shift()
      if (answer) throw answer
      return { submittedAt: '2030-01-01T00:00:00.000Z' }
    },
    takeBack: async ({ annotationId }) => {
      takenBack.push(annotationId)
      return { kind: 'not taken back', reason: 'It was too late.' }
    },
    clock: {
      timeOfDay: () => now,
      after: (_, wake) => {
        wakes.push(wake)
        return () => {}
      },
    },
  })
})

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const wake = async () => {
  queue.wake()
  await settled()
}

describe('WaitingSubmissions', () => {
  it('is taken back by a change that another tab of the person makes after it', async () => {
    // Made before, by a clock that was put back since.
    edited = 1200
    queue.add(IT)
    await wake()
    expect(queue.all()).toHaveLength(1)
    edited = 1500
    await wake()
    // The change is saved by now; it is no reason to submit what it is a part of.
    ;[state, edited] = ['saved', 0]
    await wake()
    expect([sent, queue.all()]).toEqual([0, []])
  })

  it('submits once everything is saved, and says so', async () => {
    const done: string[] = []
    queue.onDone((taskId) => done.push(taskId))
    queue.add(IT)
    await wake()
    expect([sent, queue.all().length]).toEqual([0, 1])
    state = 'saved'
    await wake()
    expect([sent, queue.all(), done]).toEqual([1, [], ['task']])
  })

  it('tells once of what went through while nobody listened', async () => {
    state = 'saved'
    queue.add(IT)
    await wake()
    const heard: string[] = []
    for (const name of ['first', 'second']) queue.onDone((taskId) => heard.push(`${name} ${taskId}`))
    expect(heard).toEqual(['first task'])
  })

  it('tries again after the network, also by itself, and never twice at once', async () => {
    state = 'saved'
    answers = [offline, offline]
    queue.add(IT)
    queue.wake()
    await wake()
    expect(sent).toBe(1)
    for (let n = 0; n < 2; n++) {
      wakes.at(-1)?.()
      await settled()
    }
    expect([sent, queue.all()]).toEqual([3, []])
  })

  it('says that the page is outdated where the task is another one by now, and of no other refusal', async () => {
    state = 'saved'
    for (const [code, isOutdated] of [
      ['conflict', true],
      ['rule', false],
    ] as const) {
      answers = [new ApiError({ code, status: 409, detail: 'It was opened under other guidelines.' })]
      queue.add(IT)
      await wake()
      expect(queue.all()).toMatchObject([{ isOutdated }])
    }
  })

  it('stops where a change needs a decision, or the server refuses, and says why', async () => {
    state = 'conflict'
    queue.add(IT)
    await wake()
    expect(queue.all()[0]?.problem).toMatch(/decision/)
    state = 'saved'
    await wake()
    expect(sent).toBe(0)
    answers = [refused]
    queue.add(IT)
    await wake()
    expect(queue.all()[0]?.problem).toBe('Not submitted: Something is still missing. Answer it, then submit.')
  })

  it.each([
    ['to-confirm', 'guidelines', /the guidelines came first. Look at your answers again/],
    ['to-practise', 'practice', /practice came first. Look at your answers again/],
  ] as const)(
    'submits nothing by itself that was held back (%s), and says to look at it again',
    async (held, path, words) => {
      queue.add({ ...IT, waitMs: 10_000 })
      state = held
      await wake()
      expect(queue.all()[0]?.problem).toMatch(words)
      state = 'saved'
      for (const each of wakes) each()
      await wake()
      expect(sent).toBe(0)
      // Where nothing was changed only submitting hears of it.
      const issues = [{ path, message: 'First.' }]
      answers = [new ApiError({ code: 'rule', status: 422, detail: 'First.', issues })]
      queue.add(IT)
      await wake()
      expect([sent, queue.all()[0]?.problem]).toEqual([1, expect.stringMatching(words)])
      queue.done(IT.annotationId)
      expect([queue.all(), takenBack]).toEqual([[], []])
    },
  )

  it('leaves what its page is sending to that page, and tells what came of it after that was left', async () => {
    state = 'saved'
    // Answered already: nothing would ever take it away.
    queue.leave(IT)
    expect(queue.all()).toEqual([])
    queue.begin(IT.annotationId)
    queue.leave(IT)
    edited = 1500
    await wake()
    expect([sent, queue.all()]).toMatchObject([0, [{ ...IT, isOnItsWay: true, problem: null }]])
    queue.done(IT.annotationId)
    expect(queue.all()).toEqual([])
    queue.begin(IT.annotationId)
    queue.leave(IT)
    queue.refuse(IT.annotationId, refused)
    const problem = 'Not submitted: Something is still missing. Answer it, then submit.'
    expect(queue.all()).toMatchObject([{ problem, isOnItsWay: false, comesBack: true }])
    queue.cameBack(IT.annotationId)
    expect(queue.all()).toMatchObject([{ problem, comesBack: false }])
    queue.drop(IT.annotationId)
    // Where its page is still there, that says it.
    queue.begin(IT.annotationId)
    queue.refuse(IT.annotationId, refused)
    expect(queue.all()).toEqual([])
  })

  it('submits nothing that was taken back', async () => {
    queue.add(IT)
    queue.drop(IT.annotationId)
    state = 'saved'
    await wake()
    expect([sent, queue.all()]).toEqual([0, []])
  })

  it('sends nothing in the time in which it can be taken back, whatever wakes it', async () => {
    state = 'saved'
    queue.add({ ...IT, waitMs: 10_000 })
    const endOfWait = wakes.at(-1)
    await wake()
    expect([sent, queue.all().length]).toEqual([0, 1])
    endOfWait?.()
    await settled()
    expect([sent, queue.all(), takenBack]).toEqual([1, [], []])
  })

  it('is taken back without the server; with it where its answer got lost', async () => {
    state = 'saved'
    queue.add({ ...IT, waitMs: 10_000 })
    queue.drop(IT.annotationId)
    for (const each of wakes) each()
    await settled()
    expect([sent, takenBack]).toEqual([0, []])
    queue.add({ ...IT, waitMs: 10_000, mayBeHeld: true })
    queue.drop(IT.annotationId)
    expect([queue.all(), takenBack]).toEqual([[], [IT.annotationId]])
  })

  it('takes back what it has sent itself where the answer got lost, and says where it came too late', async () => {
    const heard: [string, string | null][] = []
    queue.onNotTakenBack((...each) => heard.push(each))
    state = 'saved'
    answers = [offline]
    queue.add(IT)
    await wake()
    queue.drop(IT.annotationId)
    await settled()
    expect([takenBack, heard]).toEqual([[IT.annotationId], [[IT.taskId, 'It was too late.']]])
  })

  it('takes nothing back that its page has submitted while the answer to its own was lost', async () => {
    state = 'saved'
    let lose = (_: Error) => {}
    pending = new Promise((_, reject) => {
      lose = reject
    })
    queue.add(IT)
    await wake()
    expect(sent).toBe(1)
    queue.begin(IT.annotationId)
    await wake()
    expect(sent).toBe(1)
    queue.done(IT.annotationId)
    lose(offline)
    await settled()
    expect([takenBack, queue.all()]).toEqual([[], []])
  })

  it('says that one waits for its person to sign in, and asks the server to take nothing back that it refused so', async () => {
    state = 'saved'
    answers = [new ApiError({ code: 'unauthenticated', status: 401, detail: 'Sign in first.' }), offline]
    queue.add(IT)
    await wake()
    expect(queue.all()).toMatchObject([{ needsSignIn: true, mayBeHeld: false, problem: null }])
    await wake()
    expect(queue.all()).toMatchObject([{ needsSignIn: false, mayBeHeld: true }])
  })

  it('carries the time in use to the server, and puts it back where it is dropped, or its page sends it again', async () => {
    const back: number[] = []
    const time = { seconds: 40, putBack: (seconds: number) => back.push(seconds) }
    queue.add({ ...IT, time })
    queue.drop(IT.annotationId)
    queue.add({ ...IT, time })
    queue.begin(IT.annotationId)
    expect(back).toEqual([40, 40])
    state = 'saved'
    answers = [offline]
    queue.add({ ...IT, time })
    await wake()
    await wake()
    expect([carried, queue.all(), back]).toEqual([[40, 40], [], [40, 40]])
  })
})
