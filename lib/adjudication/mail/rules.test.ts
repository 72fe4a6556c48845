import { describe, expect, it } from 'vitest'
import type { Decision } from '@/lib/adjudication/inbox/contract'
import { composeMail } from './message'
import { type MailContent, newsOf, nextDue, pauseAfter, toldOf } from './rules'

const PROJECT = '00000000-0000-4000-8000-000000000001'
const TASK = '00000000-0000-4000-8000-000000000002'
const discussion = (given: Partial<Decision> = {}): Decision =>
  ({
    kind: 'discussion',
    projectId: PROJECT,
    projectName: 'Oceans',
    taskId: TASK,
    position: 1,
    title: 'a title that no e-mail tells',
    stageTitle: 'Claims',
    open: 2,
    asked: 0,
    comment: 'a remark that no e-mail tells',
    since: '2026-11-28T03:00:00.000Z',
    ...given,
  }) as Decision
const inbox = (...list: Decision[]) => ({ total: list.length, list })

describe('what is new', () => {
  it('is what somebody was not told of, what came back since, and what more is asked of', () => {
    const told = toldOf([discussion()])
    expect(newsOf(inbox(discussion()), told)).toBeNull()
    expect(newsOf(inbox(discussion({ since: '2026-11-28T03:00:01.000Z' })), told)?.fresh).toBe(1)
    expect(newsOf(inbox(discussion({ asked: 1 })), told)?.fresh).toBe(1)
    expect(newsOf(inbox(discussion({ kind: 'proposals' })), told)?.fresh).toBe(1)
    // What waited, and was forgotten because it waits no longer.
    expect(newsOf(inbox(discussion()), toldOf([]))?.fresh).toBe(1)
  })

  it('counts by project and kind, of questions each one', () => {
    const inquiries = discussion({ kind: 'inquiries', open: 3 })
    const known = discussion({ taskId: PROJECT })
    expect(newsOf(inbox(discussion(), inquiries, known), toldOf([known]))).toEqual({
      fresh: 2,
      waiting: 3,
      projects: [{ id: PROJECT, name: 'Oceans', counts: { discussion: 1, inquiries: 3 } }],
    })
  })
})

describe('the next look', () => {
  const now = new Date(2026, 10, 28, 6, 59, 30)
  it.each([
    ['at_once', true, new Date(2026, 10, 28, 7, 4, 30)],
    ['at_once', false, now],
    ['hourly', true, new Date(2026, 10, 28, 7)],
    ['hourly', false, new Date(2026, 10, 28, 7)],
    ['daily', true, new Date(2026, 10, 28, 7)],
  ] as const)('of %s, sent: %s', (mode, hasSent, expected) => expect(nextDue(mode, now, hasSent)).toEqual(expected))

  it('of a day is tomorrow from its hour on', () => {
    expect(nextDue('daily', new Date(2026, 10, 30, 7), true)).toEqual(new Date(2026, 11, 1, 7))
  })

  it('after failures waits twice as long each time, six hours at most', () => {
    expect([1, 2, 3, 20].map((failures) => pauseAfter(failures) / 60_000)).toEqual([1, 2, 4, 360])
  })
})

describe('a message', () => {
  const links = { base: 'https://assay.example.org', stop: 'https://assay.example.org/unsubscribe/x' }
  const content = (name: string, more = 0): MailContent => ({
    fresh: 1,
    waiting: 4,
    projects: Array.from({ length: 1 + more }, () => ({ id: PROJECT, name, counts: { discussion: 1, sent_back: 2 } })),
  })

  it('says in plain sentences what waits, where, and how to stop it', () => {
    const { subject, text } = composeMail(content('Oceans'), 'daily', links)
    expect(subject).toBe('Assay: 1 new decision waits for you')
    expect(text).toBe(`1 new decision waits for you.

\u2068Oceans\u2069
  1 discussion
  2 tasks sent back to you
  https://assay.example.org/projects/${PROJECT}

4 decisions wait in your inbox in all: https://assay.example.org/inbox

You get this once a day, where something new waits for you, because you chose so on your account page: https://assay.example.org/account#mail
Stop these e-mails: https://assay.example.org/unsubscribe/x
`)
  })

  it.each([
    ['two\r\nlines\u2028and more', 'two lines and more'],
    ['\u202eturned\u2066', 'turned'],
    ['محيطات', 'محيطات'],
  ])('keeps a name to itself: %j', (name, shown) => {
    const { text, html } = composeMail(content(name), 'hourly', links)
    expect(text).toContain(`\n\u2068${shown}\u2069\n`)
    expect(html).toContain(`<bdi>${shown}</bdi>`)
  })

  it('takes no tags from names, and counts projects beyond twenty', () => {
    const { html, text } = composeMail(content('<script>"&\'', 21), 'at_once', links)
    expect(html).toContain('<bdi>&lt;script&gt;&quot;&amp;&#39;</bdi>')
    expect(html).not.toContain('<script')
    expect(text).toContain('And in 2 more projects.')
  })
})
