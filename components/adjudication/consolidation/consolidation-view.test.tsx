import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '@/components/ui/toast'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import type { Answers } from '@/lib/protocols/protocol'
import {
  ABOUT,
  heading,
  ID,
  laneOf,
  NORTH,
  news,
  press,
  RISES,
  sent,
  show,
  stage,
  stubAnswers,
  viewOf,
} from '@/tests/support/desk-page'

const filled = () => screen.getAllByRole('button').filter(({ className }) => className.includes('bg-accent '))

const rowsShown = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    )

/** Lets the server answer only once what it gives back is called. */
function holdAnswers(): () => void {
  const answers = globalThis.fetch
  let letGo = () => {}
  const freed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => freed.then(() => answers(...asked)))
  return letGo
}

/** What is kept in this browser of unsent choices and unsent words. */
const kept = () => Object.keys(localStorage).filter((key) => /^assay-(outbox|draft)/.test(key))

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const claims = { unit: 's1', question: 'claims' }
const lists = () => viewOf([laneOf('A', { a1: RISES, a2: 'It is wet.' }), laneOf('B', { b1: RISES, b2: NORTH })])

describe('how they searched', () => {
  it('opens by key beside the item, lane by lane as the reader may know them, and hands the focus back', async () => {
    show(lists())
    const search = {
      id: ID,
      unit: 's1',
      query: 'Where does the Rhine rise?',
      asOf: null,
      at: '2030-01-01T00:00:00.000Z',
      provider: { id: 'corpus', title: 'Corpus' },
      mine: false,
      lane: 'B',
      hits: [],
      steps: [],
    }
    const provider = { id: 'corpus', title: 'Corpus', configured: true, needs: [], documents: 0 }
    const found = { searches: [search], provider, abilities: { search: false, readAll: true } }
    vi.stubGlobal('fetch', async () => Response.json(found))
    const before = document.activeElement
    await press('h')
    const drawer = within(await screen.findByRole('dialog', { name: 'How they searched' }))
    expect((await drawer.findByText(search.query)).closest('section')?.textContent).toContain('Partner (1)')
    expect(drawer.getByRole('heading', { name: 'You (0)' })).toBeDefined()
    expect(drawer.getByText('for Sentence 1')).toBeDefined()
    await press('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(before?.id).toBe('question-heading')
    await waitFor(() => expect(document.activeElement).toBe(before))
  })
})

describe('lists side by side', () => {
  it('are shown as aligned rows, with how alike they are and what only one lists', () => {
    show(lists())
    expect(heading()).toBe('Sentence 1: Claims')
    expect(rowsShown()).toEqual([
      ['100 %', RISES, RISES],
      ['only your partner', '–', `${NORTH}${ABOUT}`],
      ['only you', `It is wet.${ABOUT}`, '–'],
    ])
    expect(screen.getByText(/2 of 3 rows are not on every list/)).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Partner' })).toBeTruthy()
  })

  it('say that one claim of one partner is two of the other', () => {
    show(
      viewOf([
        laneOf('A', { a1: 'The Rhine rises in Austria and flows north.' }),
        laneOf('B', { b1: RISES, b2: NORTH }),
      ]),
    )
    const said = screen.getByText('Your one claim is their two:').parentElement?.textContent
    for (const text of ['The Rhine rises in Austria and flows north.', RISES, NORTH]) expect(said).toContain(text)
    // Nor is the half that the partner lists alone missing from one's own list.
    expect(rowsShown()[1]).toEqual([
      'only your partner',
      'in “The Rhine rises in Austria and flows north.”',
      `${NORTH}${ABOUT}`,
    ])
  })

  it('are proposed with a word on whose wording stands, and texts start from one’s own', async () => {
    show(lists())
    await press('p')
    expect(screen.getByText(/asked next whose wording stands/)).toBeTruthy()
    cleanup()
    const resolved: Answers = { s1: { claims: [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }] } }
    show(viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: NORTH })], { resolved }))
    await press('p')
    expect(screen.getByText(/It starts from your own wording/)).toBeTruthy()
    expect(screen.getByDisplayValue(RISES)).toBeTruthy()
  })

  it('are taken left or right with a key each', async () => {
    show(lists())
    await press('1')
    cleanup()
    show(lists())
    await press('2')
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/discussion', { ...claims, choice: { lane: 'A' } }],
      ['/discussion', { ...claims, choice: { lane: 'B' } }],
    ])
  })

  it('are taken together with one key', async () => {
    show(lists())
    await press('b')
    expect(sent).toMatchObject([
      {
        method: 'PUT',
        path: '/discussion',
        body: {
          ...claims,
          choice: {
            value: [
              { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
              { key: 'b2', made: 'added', from: ['b2'] },
              { key: 'a2', made: 'added', from: ['a2'] },
            ],
          },
        },
      },
    ])
  })

  it('are taken apart, linked otherwise and thinned out by keyboard', async () => {
    show(lists())
    await press('e', 'j', 'l', 'j', 'l')
    expect(rowsShown().map(([, left, right]) => [left, right])).toEqual([
      [RISES, RISES],
      ['It is wet.', NORTH],
    ])
    await press('k', 'u', 'x', 'ctrl+Enter')
    expect(sent.map(({ body }) => body.choice)).toEqual([
      {
        value: [
          { key: 'b1', made: 'added', from: ['b1'] },
          { key: 'a2', made: 'merged', from: ['a2', 'b2'] },
        ],
      },
    ])
  })

  it('are settled row by row with a key each, every one of which goes on to the next', async () => {
    show(lists())
    // It starts from the partner's list: what only the reader has is left out, and passed over.
    await press('e', '2', 'j', '2', 'ctrl+Enter')
    cleanup()
    show(lists())
    await press('e', '2', 'k', 'b', '1', '2', 'ctrl+Enter')
    expect(sent.map(({ body }) => body.choice)).toEqual([
      {
        value: [
          { key: 'b1', made: 'added', from: ['b1'] },
          { key: 'b2', made: 'added', from: ['b2'] },
        ],
      },
      {
        value: [
          { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
          { key: 'a2', made: 'added', from: ['a2'] },
          { key: 'b2', made: 'added', from: ['b2'] },
        ],
      },
    ])
  })

  it('are as they were put together after Escape and after a reload, until started anew or saved', async () => {
    show(lists())
    await press('e')
    const asAligned = rowsShown()
    await press('j', 'l', 'j', 'l', 'k', 'k', 'x')
    const put = rowsShown()
    expect(put).not.toEqual(asAligned)
    await press('Escape')
    cleanup()
    show(lists())
    await press('e')
    expect(rowsShown()).toEqual(put)
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(rowsShown()).toEqual(asAligned)
    expect(Object.keys(localStorage).filter((key) => key.startsWith('assay-draft:'))).toEqual([])
  })

  it('say why two rows of one annotator cannot be one, and want a reason for a new row', async () => {
    show(lists())
    await press('e', 'l', 'j', 'l')
    expect(screen.getByText(/cannot stand for one/)).toBeTruthy()
    await press('a')
    expect(screen.getByLabelText(/Reason/)).toBeTruthy()
    expect(rowsShown()).toContainEqual(['new', '–', '–'])
  })
})

describe('one key after the other, before the server has answered', () => {
  const lanes = () => [
    laneOf('A', { a1: RISES }),
    laneOf(
      'B',
      { b1: RISES },
      { s1: { checkworthy: 'other', importance: 'no' }, s2: { checkworthy: 'other', importance: 'yes' } },
    ),
  ]
  const lanesTaken = () => sent.map(({ method, path, body: { unit, lane } }) => [method, path, unit, lane])

  it.each([
    ['a reviewer', '/resolutions'],
    ['a partner', '/discussion'],
  ])('%s who took a lane for a unit is asked of the next unit', async (who, path) => {
    const { abilities, ...view } = viewOf(lanes())
    const isPartner = who === 'a partner'
    const can = { ...abilities, discuss: isPartner, adjudicate: !isPartner }
    show({ ...view, lanes: view.lanes.map((lane) => ({ ...lane, own: isPartner && lane.own })), abilities: can })
    const answer = holdAnswers()
    expect(heading()).toBe('Sentence 1: Check-worthiness')
    await press('shift+1')
    expect(heading()).toBe('Sentence 2: Check-worthiness')
    await press('shift+2')
    answer()
    await waitFor(() => expect(kept()).toEqual([]))
    expect(lanesTaken()).toEqual([
      ['POST', path, 's1', 'A'],
      ['POST', path, 's2', 'B'],
    ])
  })

  /** A reviewer before two open questions; the server settles one after the other as the lanes A are taken. */
  function showTwoOpen(answered = (view: ConsolidationView) => view) {
    const twoOpen = [
      laneOf('A', { a1: RISES }),
      laneOf('B', { b1: RISES }, { s1: { importance: 'no' }, s2: { importance: 'intermediate' } }),
    ]
    const reviewed = (resolved: Answers) => {
      const view = viewOf(twoOpen, { resolved })
      const lanes = view.lanes.map((lane) => ({ ...lane, own: false }))
      return { ...view, lanes, abilities: { ...view.abilities, discuss: false, adjudicate: true } }
    }
    const first = { s1: { importance: 'yes' } }
    show(reviewed({}))
    stubAnswers(() => answered(reviewed(sent.length < 2 ? first : { ...first, s2: { importance: 'no' } })))
  }
  const pathsSent = () => sent.map(({ path, body: { unit } }) => [path, unit])
  const BOTH = [
    ['/resolutions', 's1'],
    ['/resolutions', 's2'],
  ]

  it('confirms nothing that was open when it was asked for, though the last answer came before the server’s', async () => {
    showTwoOpen()
    const inform = vi.spyOn(toast, 'info')
    const answer = holdAnswers()
    await press('1', 'ctrl+Enter')
    expect(heading()).toBe('Sentence 2: Importance')
    await press('1')
    answer()
    await waitFor(() => expect(kept()).toEqual([]))
    await screen.findByRole('button', { name: 'Confirm the item' })
    expect(pathsSent()).toEqual(BOTH)
    expect(inform.mock.lastCall?.[0]).toMatch(/^The item is not confirmed: .* Confirm it again\.$/)
  })

  it('confirms nothing that somebody else settled meanwhile, unseen by who confirms', async () => {
    const reviewer = { kind: 'reviewer', lane: null, name: null } as const
    showTwoOpen((view) => ({ ...view, settled: view.settled.map((each) => ({ ...each, by: reviewer })) }))
    const inform = vi.spyOn(toast, 'info')
    const answer = holdAnswers()
    await press('1', '1', 'ctrl+Enter')
    answer()
    await waitFor(() => expect(inform.mock.lastCall?.[0]).toMatch(/^The item is not confirmed: others settled/))
    expect(pathsSent()).toEqual(BOTH)
  })

  it('confirms what was settled when it was asked for, though the server had not answered yet', async () => {
    showTwoOpen()
    const answer = holdAnswers()
    await press('1', '1', 'ctrl+Enter')
    answer()
    await waitFor(() => expect(pathsSent()).toEqual([...BOTH, ['/adjudicate', undefined]]))
  })
})

describe('what stands on the screen', () => {
  const s2At = { unit: 's2', question: 'importance' }
  const s2 = (importance: string) => ({ s2: { importance } })
  const lanes = () => [laneOf('A', { a1: RISES }, s2('no')), laneOf('B', { b1: RISES }, s2('yes'))]
  const acts = () =>
    [...within(screen.getByRole('region', { name: heading() ?? '' })).getAllByRole('button')].flatMap(
      ({ textContent }) => textContent || [],
    )
  it('is one word for taking, three for all, and one filled button', () => {
    show(viewOf(lanes()))
    expect(
      acts()
        .slice(0, 5)
        .map((name) => name.replace(/[A-Z0-9]$/, '')),
    ).toEqual(['Take yours', 'Take partner’s', 'Object', 'Propose', 'More'])
    // Of what is said to a question nothing is put forward; of the item one act is, for everybody.
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Next item/)])
  })

  it('has one filled button for a reviewer, of which a form that is open takes the place', async () => {
    const { abilities, ...view } = viewOf(lanes())
    const can = { ...abilities, discuss: false, adjudicate: true }
    show({ ...view, discussion: null, lanes: view.lanes.map((lane) => ({ ...lane, own: false })), abilities: can })
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Confirm/)])
    await press('e')
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Settle/)])
  })

  it('shows the key that takes back where it takes back what is open, and nowhere else', async () => {
    const two = [
      laneOf('A', { a1: RISES }, s2('no')),
      laneOf('B', { b1: RISES }, { s1: { importance: 'no' }, ...s2('yes') }),
    ]
    const { abilities, ...view } = viewOf(two)
    const can = { ...abilities, discuss: false, adjudicate: true }
    show({ ...view, discussion: null, lanes: view.lanes.map((lane) => ({ ...lane, own: false })), abilities: can })
    const answer = holdAnswers()
    const takesBackBy = () => screen.getByRole('button', { name: /^Take back/ }).getAttribute('aria-keyshortcuts')
    await press('1', '2', 'j')
    const keys = [takesBackBy()]
    await press('j')
    keys.push(takesBackBy())
    expect(keys.toSorted()).toEqual(['U', null])
    answer()
    await waitFor(() => expect(kept()).toEqual([]))
  })

  it.each(['e', 'p', 'c'])('draws no key on two buttons while the form of %s is open', async (key) => {
    const { abilities, ...view } = viewOf(lanes())
    const can = { ...abilities, discuss: false, adjudicate: true }
    const differing = { ...s2At, cause: null, proposal: 'yes', replies: [] }
    show({ ...view, discussion: null, disagreements: [differing], abilities: can })
    await press(key)
    const drawn = [...document.querySelectorAll('[aria-keyshortcuts]')].map((each) =>
      each.getAttribute('aria-keyshortcuts'),
    )
    expect(drawn.length).toBeGreaterThan(2)
    expect(drawn).toEqual([...new Set(drawn)])
  })

  it('counts what differed only while it is settled, not beside the questions of an approver', () => {
    const { abilities, ...view } = viewOf(lanes())
    show({ ...view, state: 'approving', abilities: { ...abilities, discuss: false, approve: true } })
    expect(screen.getByText(/ · Question 1 of \d/)).toBeDefined()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('puts no nameless lane forward, and sends back by one button', async () => {
    const { abilities, ...view } = viewOf(lanes())
    const can = { ...abilities, discuss: false, approve: true, sendBack: true }
    show({ ...view, state: 'approving', lanes: view.lanes.map((lane) => ({ ...lane, own: false })), abilities: can })
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Approve/)])
    expect(screen.getAllByRole('button', { name: 'Send back' })).toHaveLength(1)
    await press('r')
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.getAllByRole('radio').map(({ textContent }) => textContent || '')).toHaveLength(2)
  })

  it('says that it is done and who is next in the place of the question, with what leads on', async () => {
    const mine = { kind: 'you', lane: 'A', name: null } as const
    show(viewOf(lanes(), { words: [{ unit: 's2', question: 'importance', by: mine, value: 'intermediate' }] }))
    const done = within(screen.getByRole('region', { name: 'Your part is done' }))
    expect(done.getByText(/your partner\./)).toBeTruthy()
    expect(done.getByRole('button', { name: 'Next item' }).getAttribute('aria-keyshortcuts')).toBe('N')
    expect(screen.getAllByRole('button', { name: 'Next item' })).toHaveLength(1)
    await press('j')
    expect(heading()).toBe('Sentence 2: Importance')
  })
})

describe('a discussion', () => {
  const s2 = (importance: string) => ({ s2: { importance } })
  const at = { unit: 's2', question: 'importance' }
  const lanes = () => [laneOf('A', { a1: RISES }, s2('no')), laneOf('B', { b1: RISES }, s2('yes'))]
  const partner = { kind: 'lane', lane: 'B', name: null } as const

  it('accepts the partner’s value with one key', async () => {
    show(viewOf(lanes()))
    expect(heading()).toBe('Sentence 2: Importance')
    await press('y')
    expect(sent).toMatchObject([{ method: 'PUT', path: '/discussion', body: { ...at, choice: { value: 'yes' } } }])
  })

  it('accepts what the partner says last, rather than what they answered', async () => {
    show(viewOf(lanes(), { words: [{ ...at, by: partner, value: 'intermediate' }] }))
    const stands = within(screen.getByRole('region', { name: 'Where everybody stands' })).getAllByRole('listitem')
    expect(stands.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^You answered/),
      expect.stringMatching(/^Partner proposed/),
    ])
    await press('y')
    expect(sent[0]?.body.choice).toEqual({ value: 'intermediate' })
  })

  it('takes back what the reader said last, wherever that was', async () => {
    const mine = { kind: 'you', lane: 'A', name: null } as const
    show(viewOf(lanes(), { words: [{ unit: 's1', question: 'importance', by: mine, value: 'no' }] }))
    await press('u')
    expect(sent).toMatchObject([
      { method: 'DELETE', path: '/discussion', body: { unit: 's1', question: 'importance' } },
    ])
    expect(heading()).toBe('Sentence 1: Importance')
  })

  it('takes back what was said a moment ago, before the server has answered', async () => {
    const mine = { kind: 'you', lane: 'A', name: null } as const
    const view = viewOf(lanes(), { words: [{ unit: 's1', question: 'importance', by: mine, value: 'no' }] })
    show(view)
    vi.stubGlobal('fetch', async () => Response.json(view))
    const answer = holdAnswers()
    await press('2', 'u')
    expect(Object.values(localStorage).join()).toContain(
      `"unit":"${at.unit}","question":"${at.question}#word","value":{"does":"take_back"}`,
    )
    answer()
    await waitFor(() => expect(kept()).toEqual([]))
  })

  it('takes the partner’s lane for the whole unit, objects, and calls a third rater, saying why', async () => {
    show(viewOf(lanes()))
    await press('shift+2')
    await press('o')
    fireEvent.change(screen.getByLabelText(/What speaks against it/), { target: { value: 'Not at all.' } })
    await press('ctrl+Enter')
    await press('t')
    fireEvent.change(screen.getByLabelText(/What can you not agree on/), { target: { value: 'Importance.' } })
    await press('ctrl+Enter')
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/discussion', { unit: 's2', lane: 'B' }],
      ['POST', '/discussion/objections', { ...at, value: 'yes', comment: 'Not at all.', remarkId: expect.any(String) }],
      ['POST', '/third-rater', { reason: 'Importance.' }],
    ])
  })

  it('reads again when the proposal that is objected to is withdrawn, and keeps the words', async () => {
    const { abilities, ...view } = viewOf(lanes())
    const askedFor = (proposal: string | null, revision = 1) => ({
      ...view,
      revision,
      discussion: null,
      abilities: { ...abilities, discuss: false, reply: true },
      disagreements: [{ ...at, cause: null, proposal, replies: [] }],
    })
    show(askedFor('intermediate'))
    await press('o')
    fireEvent.change(screen.getByLabelText(/What speaks against it/), { target: { value: 'Not at all.' } })
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Object/)])
    await news(askedFor(null, 2))
    await waitFor(() => expect(screen.queryByLabelText(/What speaks against it/)).toBeNull())
    expect(filled().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Next item/)])
    await news(askedFor('yes', 3))
    await screen.findByRole('region', { name: 'Proposal' })
    await press('o')
    expect(screen.getByLabelText(/What speaks against it/)).toHaveProperty('value', 'Not at all.')
  })

  it('keeps a form on its question while the partner speaks of another', async () => {
    const two = [
      laneOf('A', { a1: RISES }, s2('no')),
      laneOf('B', { b1: RISES }, { s1: { importance: 'no' }, ...s2('yes') }),
    ]
    show(viewOf(two))
    expect(heading()).toBe('Sentence 1: Importance')
    await press('p')
    fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'It says what people feel.' } })
    await news(viewOf(two, { words: [{ ...at, by: partner, value: 'intermediate' }] }))
    expect(heading()).toBe('Sentence 1: Importance')
    expect(screen.getByLabelText(/^Why/)).toHaveProperty('value', 'It says what people feel.')
  })

  it('stays on the question that it began with, whatever the partner says of another', async () => {
    const two = [
      laneOf('A', { a1: RISES }, s2('no')),
      laneOf('B', { b1: RISES }, { s1: { importance: 'no' }, ...s2('yes') }),
    ]
    show(viewOf(two))
    const remark = screen.getByRole('textbox', { name: /^Remark on/ })
    remark.focus()
    await news(viewOf(two, { words: [{ ...at, by: partner, value: 'intermediate' }] }))
    expect(heading()).toBe('Sentence 1: Importance')
    expect(document.activeElement).toBe(remark)
    // Settled by the others meanwhile: the next key must not mean the question behind it.
    const settled = viewOf(two, { resolved: { s1: { importance: 'no' } } })
    const by = { kind: 'reviewer', lane: null, name: null } as const
    await news({ ...settled, settled: settled.settled.map((each) => ({ ...each, by })) })
    expect(heading()).toBe('Sentence 1: Importance')
  })

  it('goes on to what the server makes of the last choice', async () => {
    const before = viewOf([laneOf('A', { a1: RISES }, s2('no')), laneOf('B', { b1: RISES }, s2('yes'))])
    const { abilities } = before
    const reviewed = (view: ConsolidationView) => ({
      ...view,
      abilities: { ...abilities, discuss: false, adjudicate: true },
    })
    show(reviewed(before))
    const after = viewOf([laneOf('A', { a1: RISES }, s2('no')), laneOf('B', { b1: NORTH }, s2('yes'))], {
      resolved: { s2: { importance: 'no' } },
    })
    const by = { kind: 'you', lane: null, name: null } as const
    stubAnswers(() => reviewed({ ...after, revision: 2, settled: after.settled.map((each) => ({ ...each, by })) }))
    await press('1')
    expect(await screen.findByRole('heading', { level: 2, name: /^Sentence 1: / })).toBeTruthy()
  })

  it('moves nobody who has gone on when the answer comes', async () => {
    const two = [
      laneOf('A', { a1: RISES }, s2('no')),
      laneOf('B', { b1: RISES }, { s1: { importance: 'no' }, ...s2('yes') }),
    ]
    show(viewOf(two))
    const answer = holdAnswers()
    await press('p')
    fireEvent.click(screen.getByRole('radio', { name: /^Intermediate/ }))
    await press('ctrl+Enter', 'Escape', 'j', 'p')
    expect(heading()).toBe('Sentence 2: Importance')
    fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'It is an opinion.' } })
    answer()
    // The words of the form are kept; the choice is the server's.
    await waitFor(() => expect(kept()).toEqual([expect.stringContaining('assay-draft')]))
    await news(viewOf(two))
    expect(screen.getByLabelText(/^Why/)).toHaveProperty('value', 'It is an opinion.')
  })

  it('keeps what was written when a form is left, offers to start anew, and lets go of it once it is saved', async () => {
    const resolved: Answers = { s1: { claims: [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }] } }
    show(viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: NORTH })], { resolved }))
    expect(heading()).toBe('Sentence 1, claim 1: Claim')
    const prompt = stage.questions.find(({ key, unit }) => key === 'text' && unit === 'claim')?.prompt ?? ''
    const field = () => screen.getByRole('textbox', { name: prompt })
    await press('p')
    const before = field().textContent
    fireEvent.change(field(), { target: { value: 'The Rhine is long.' } })
    await press('Escape', 'p')
    expect(field()).toHaveProperty('value', 'The Rhine is long.')
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field().textContent).toBe(before)
    expect(screen.queryByText('This is what you wrote here before.')).toBeNull()
    fireEvent.change(field(), { target: { value: 'The Rhine is very long.' } })
    field().focus()
    await press('ctrl+Enter')
    expect(sent).toMatchObject([{ body: { choice: { value: 'The Rhine is very long.' } } }])
    expect(kept()).toEqual([])
  })

  it('proposes nothing without a value, chosen or written', async () => {
    const resolved: Answers = { s1: { claims: [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }] } }
    show(viewOf(lanes()))
    await press('p', 'ctrl+Enter')
    expect(screen.getByText('Choose a value first.')).toBeTruthy()
    cleanup()
    show(viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: NORTH })], { resolved }))
    await press('p')
    fireEvent.change(screen.getByDisplayValue(RISES), { target: { value: ' ' } })
    await press('ctrl+Enter')
    expect(screen.getByText('Write a value first.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('quotes everybody’s list in their own words', () => {
    const other = 'The river Rhine rises in Austria.'
    const two = [laneOf('A', { a1: RISES }), laneOf('B', { b1: other, b2: NORTH })]
    const value = [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }]
    show(viewOf(two, { words: [{ ...claims, by: partner, value }] }))
    const items = within(screen.getByRole('region', { name: 'Where everybody stands' })).getAllByRole('listitem')
    const quotes = (who: string) => items.find(({ textContent }) => textContent?.startsWith(who))?.textContent
    expect(quotes('You')).toContain(RISES)
    expect(quotes('Partner')).toContain(other)
    expect(quotes('Partner')).not.toContain(RISES)
  })

  it('quotes a list that stands in all words while its texts are open', () => {
    const other = 'The river Rhine rises in Austria.'
    const resolved: Answers = { s1: { claims: [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }] } }
    show(viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: other })], { resolved }))
    fireEvent.click(screen.getByRole('button', { name: /Settled: Claims/ }))
    const note = within(screen.getByRole('region', { name: 'What stands' }))
    expect([note.getByText(RISES), note.getByText(other)]).toHaveLength(2)
  })

  it('offers no key for a lane that has nothing to take', async () => {
    const resolved: Answers = { s1: { claims: [{ key: 'fresh', made: 'added', from: [] }] } }
    show(viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: RISES })], { resolved }))
    expect(heading()).toBe('Sentence 1, claim 1: Claim')
    const take = screen.getByRole('button', { name: 'Take partner’s' })
    expect(take).toHaveProperty('disabled', true)
    expect(take.getAttribute('aria-keyshortcuts')).toBeNull()
    await press('2')
    expect(sent).toEqual([])
  })

  it('names parts by their place and counts them with their sentence', () => {
    const resolved: Answers = {
      s1: {
        claims: [
          { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
          { key: 'fresh', made: 'added', from: [] },
        ],
      },
    }
    const view = viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: RISES })], { resolved })
    show(view)
    expect(heading()).toBe('Sentence 1, claim 2: Claim')
    expect(screen.getByRole('link', { name: /Sentence 1, 3 open/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Claim 2, type/ })).toBeTruthy()
  })
})
