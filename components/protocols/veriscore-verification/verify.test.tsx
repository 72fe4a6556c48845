import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { pipelineFormat } from '@/lib/protocols/veriscore-verification/formats/pipeline'
import { CLAIM, pipelinePiece } from '@/lib/protocols/veriscore-verification/sample-records'
import { verifyStage } from '@/lib/protocols/veriscore-verification/stage'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const read = pipelineFormat.read(pipelinePiece({ verification_result: 'contradicted' }))
if (!read.ok) throw new Error('the sample is read')
const CONTENT = verifyStage.shows?.(read.record.content) ?? read.record.content

function show(more: Partial<Workbench> = {}, content: Json = CONTENT) {
  const bench = newWorkbench('veriscore-verification', 'verify', content, [], more)
  const server = new TestServer(bench)
  drawBench(bench)
  const missing = (answers: Answers) => findings(verifyStage, { content, units: bench.units }, answers)
  return { server, missing }
}

const openId = () => document.querySelector('[aria-current=step][id^=unit-]')?.id.replace('unit-', '')
const answer = (unit: string, question: string, value: Json) =>
  ({ unit, question, value, revision: 1, savedAt: '2030-01-01T00:00:00.000Z', origin: 'chosen' }) as const
const JUDGED = [
  answer('r1', 'stance', 'supports'),
  answer('r2', 'stance', 'contradicts'),
  answer('r3', 'stance', 'inconclusive'),
]

describe('a claim by keyboard', () => {
  it('takes one key a result and one for the verdict', async () => {
    const { server, missing } = show()
    expect(openId()).toBe('r1')
    press('1')
    expect(openId()).toBe('r2')
    press('2', '3')
    expect(openId()).toBe('item')
    press('r')
    await allSaved()
    expect(server.answers()).toEqual({
      r1: { stance: 'supports' },
      r2: { stance: 'contradicts' },
      r3: { stance: 'inconclusive' },
      item: { verdict: 'contradicted' },
    })
    expect(missing(server.answers())).toEqual([])
    press('ctrl+enter')
    await waitFor(() => expect(server.submissions).toBe(1))
  })

  it('asks why only of what is inconclusive', async () => {
    const { server, missing } = show({ answers: JUDGED })
    press('i')
    await allSaved()
    expect(missing(server.answers()).map(({ question }) => question)).toEqual(['why'])
    press('u')
    await allSaved()
    expect(server.answers().item).toEqual({ verdict: 'inconclusive', why: 'c' })
    press('y')
    expect(screen.queryByText('Why is it inconclusive?')).toBeNull()
  })

  it('takes the rest as inconclusive in one act that undo takes back', async () => {
    const { server } = show({ answers: JUDGED.slice(0, 1) })
    press('o')
    expect(openId()).toBe('item')
    await allSaved()
    expect(server.answers()).toEqual({
      r1: { stance: 'supports' },
      r2: { stance: 'inconclusive' },
      r3: { stance: 'inconclusive' },
    })
    press('ctrl+z')
    await allSaved()
    expect(server.answers()).toEqual({ r1: { stance: 'supports' } })
  })

  it('asks of the source before the stance, which leads on to the next result', () => {
    show()
    const [source, stance] = [
      'Can the source of this result be trusted?',
      'What does this result say about the claim?',
    ].map((prompt) => screen.getByText(prompt, { exact: false }))
    if (!source || !stance) throw new Error('both are asked')
    expect(source.compareDocumentPosition(stance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('takes a word on the source before the stance, and a comment', async () => {
    const { server } = show()
    press('5')
    expect(openId()).toBe('r1')
    press('3', 't')
    write('The page is a copy.')
    press('Escape')
    await allSaved()
    expect(server.answers()).toEqual({
      r1: { trust: 'doubtful', stance: 'inconclusive' },
      item: { comment: 'The page is a copy.' },
    })
  })
})

describe('parts of the claim', () => {
  it('are written, and rest on results by digits; what follows is shown, and another verdict is refused', async () => {
    const { server, missing } = show({ answers: JUDGED })
    press('c')
    write('It opened in 1931.')
    press('Enter', '1', 'c')
    write('It is the longest.')
    press('Enter', 'shift+2', 'shift+3', 'shift+3')
    await allSaved()
    expect(screen.getByText(/^By its parts the claim is contradicted, because part 2 is contradicted/)).toBeTruthy()
    const parts = Object.values(server.answers()).filter(({ text }) => text !== undefined)
    expect(parts).toEqual([
      { text: 'It opened in 1931.', supports: ['r1'] },
      { text: 'It is the longest.', contradicts: ['r2'] },
    ])
    press('v', 'y')
    await allSaved()
    expect(missing(server.answers()).map(({ unit, question }) => `${unit}/${question}`)).toEqual(['item/verdict'])
    press('r')
    await allSaved()
    expect(missing(server.answers())).toEqual([])
  })

  it('have a result on one side only, and are added from a result as well', async () => {
    const { server } = show()
    press('c')
    write('It opened in 1931.')
    press('Enter', '1', 'shift+1')
    await allSaved()
    const [part] = Object.values(server.answers()).filter(({ text }) => text !== undefined)
    expect(part).toEqual({ text: 'It opened in 1931.', contradicts: ['r1'] })
    press('x')
    await allSaved()
    expect(screen.queryByLabelText('Part 1 of 1')).toBeNull()
  })
})

describe('what is shown', () => {
  it('has the results with their addresses, and nothing of what the machine said', () => {
    show()
    expect(screen.getAllByText(CLAIM).length).toBeGreaterThan(0)
    const first = within(screen.getByRole('region', { name: /^Search result 1,/ }))
    expect(first.getByRole('link').getAttribute('href')).toBe('https://bridges.example/halden')
    expect(first.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(0)
    press('w')
    expect(screen.getByText('Hide the response')).toBeTruthy()
  })

  it('doubts what does not fit the results, and lets it stand', async () => {
    const { server, missing } = show({ answers: [...JUDGED.slice(1), answer('r1', 'stance', 'inconclusive')] })
    press('y')
    await allSaved()
    expect(screen.getByText('You say supported, but no result supports the claim.')).toBeTruthy()
    expect(missing(server.answers())).toEqual([])
  })

  it('can be read and not changed once it was submitted', () => {
    const { server } = show({ mode: 'reading', submittedAt: '2030-01-02T00:00:00.000Z', answers: JUDGED })
    press('1', 'y', 'o', 'c', 'v')
    expect(openId()).toBe('item')
    expect(server.sent).toEqual([])
  })
})
