import { describe, expect, it } from 'vitest'
import { turnOf } from './turn'

const abilities = {
  comment: true,
  reply: false,
  discuss: false,
  callThirdRater: false,
  adjudicate: false,
  approve: false,
  sendBack: false,
  discard: false,
}
const view = (more: Partial<Parameters<typeof turnOf>[0]> = {}): Parameters<typeof turnOf>[0] => ({
  state: 'consolidating',
  abilities,
  discussion: null,
  lanes: [],
  settled: [],
  adjudicated: null,
  ...more,
})
const none = { all: 0, mine: 0, differed: true }
const some = { all: 2, mine: 2, differed: true }
const later = { approval: 'second-reviewer' } as const
const atOnce = { approval: 'automatic' } as const
const partners = { thirdRater: 'deadlock', calledAt: null } as const
const withThird = { thirdRater: 'always', calledAt: null } as const

describe('who is next', () => {
  it('is nobody else while something waits for the reader', () => {
    const reviewer = view({ abilities: { ...abilities, adjudicate: true } })
    const partner = view({ abilities: { ...abilities, discuss: true }, discussion: partners })
    const approver = view({ state: 'approving', abilities: { ...abilities, approve: true } })
    expect([reviewer, partner, approver].map((each) => turnOf(each, later, some, null).next)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('is an approver after a reviewer where the stage asks for one, and nobody where it does not', () => {
    const reviewer = view({ abilities: { ...abilities, adjudicate: true } })
    expect(turnOf(reviewer, later, none, null).next).toMatch(/second reviewer/)
    expect(turnOf(reviewer, atOnce, none, null).next).toMatch(/^nobody/)
    expect(turnOf(reviewer, atOnce, { ...none, differed: false }, null).title).toMatch(/agree on everything/)
  })

  it('is the annotators of the stage behind, where there is one, once it is gold', () => {
    const title = 'Verify and correct claims'
    expect(turnOf(view({ state: 'gold' }), atOnce, none, title).next).toBe(`annotators, in “${title}”`)
    const reviewer = view({ abilities: { ...abilities, adjudicate: true } })
    expect(turnOf(reviewer, atOnce, none, title).next).toBe(`annotators, in “${title}”`)
    expect(turnOf(reviewer, later, none, title).next).toMatch(/second reviewer/)
  })

  it('is somebody else, after a reader who sent it back', () => {
    const at = '2026-11-27T10:00:00.000Z'
    const sentBack = { by: { kind: 'you', lane: null, name: null }, at, comment: 'Segment 2 is true.' } as const
    const sender = turnOf(view({ abilities: { ...abilities, adjudicate: true }, sentBack }), later, none, null)
    expect(sender).toMatchObject({ title: 'You sent it back', next: 'a reviewer, who settles it again' })
    const own = {
      unit: 's2',
      question: 'label',
      value: true,
      how: 'edited',
      lane: null,
      by: sentBack.by,
      at: '2026-11-27T11:00:00.000Z',
      reason: 'It says so.',
    } as const
    const settled = view({ abilities: { ...abilities, adjudicate: true }, sentBack, settled: [own] })
    expect(turnOf(settled, later, none, null).title).toBe('Everything is settled')
  })

  it('is the partner, then the third rater who takes part, after a partner has said everything', () => {
    const partner = (discussion: typeof partners | typeof withThird) =>
      view({ abilities: { ...abilities, discuss: true }, discussion })
    const said = { all: 1, mine: 0, differed: true }
    expect(turnOf(partner(partners), atOnce, said, null)).toMatchObject({
      title: 'Your part is done',
      text: 'One question waits for your partner’s word.',
      next: 'your partner',
    })
    expect(turnOf(partner(withThird), atOnce, said, null).next).toBe('your partner, then the third rater')
    expect(turnOf(partner(withThird), atOnce, none, null).next).toMatch(/third rater/)
  })

  it('is nobody once the item is gold', () => {
    expect(turnOf(view({ state: 'gold' }), later, none, null)).toMatchObject({
      title: 'This item is gold',
      next: 'nobody, it is gold',
    })
  })
})
