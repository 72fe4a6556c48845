import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPair } from '@/lib/protocols/factor-generation/read'
import { factStage, judgeStage } from '@/lib/protocols/factor-generation/work'
import type { Answers } from '@/lib/protocols/protocol'
import { pairRecord } from '@/tests/factor-generation-sample'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function contentOf() {
  const read = readPair(pairRecord())
  if (!read.ok) throw new Error('the sample is readable')
  return read.record.content
}
const FACT = 'The lighthouse of Arden was built in 1871.'

function openFact() {
  const shown = factStage.shows?.(contentOf()) ?? null
  const bench = newWorkbench('factor-generation', 'fact', shown, [])
  const server = new TestServer(bench)
  drawBench(bench)
  return server
}

function openJudge(fact: string | null = FACT) {
  const content = contentOf()
  const answers: Answers = { item: fact === null ? { kind: 'none' } : { kind: 'fact', fact } }
  // Shuffled as the server does it for this annotator.
  const [whole, ...texts] = judgeStage.units(content, [], { fact: { units: [], answers } })
  const units = [...(whole ? [whole] : []), ...texts.toReversed()]
  const shown = judgeStage.shows?.(content) ?? null
  const bench = newWorkbench('factor-generation', 'judge', shown, [], { units })
  const server = new TestServer(bench)
  drawBench(bench)
  return { server, keys: texts.toReversed().map(({ key }) => key), wire: JSON.stringify(bench) }
}

describe('writing the fact', () => {
  it('takes one key to say that there is one and to begin writing it', async () => {
    const server = openFact()
    expect(screen.getByText('1902', { selector: 'ins' })).toBeTruthy()
    press('y')
    expect(document.activeElement?.id).toBe('field-item-fact')
    write(FACT)
    await allSaved()
    press('ctrl+Enter')
    await waitFor(() => expect(server.submissions).toBe(1))
    expect(server.answers()).toEqual({ item: { kind: 'fact', fact: FACT } })
  })

  it('takes one key to say that there is none, and says what becomes of the item', async () => {
    const server = openFact()
    press('x')
    await allSaved()
    expect(screen.getByText(/discards it with this reason/)).toBeTruthy()
    expect(server.answers()).toEqual({ item: { kind: 'none' } })
  })
})

describe('judging the texts', () => {
  it('goes through all of them by one key each, in the order given, and names no model', async () => {
    const { server, keys, wire } = openJudge()
    expect(wire).not.toMatch(/alpha|beta/)
    expect(screen.getByText('Its lighthouse was built in …')).toBeTruthy()
    press('i', 'f', 'u', 't')
    await allSaved()
    press('ctrl+Enter')
    await waitFor(() => expect(server.submissions).toBe(1))
    const judged = ['ill-formed', 'false', 'neutral', 'true'].map((judgement, index) => [keys[index], { judgement }])
    expect(server.answers()).toEqual(Object.fromEntries(judged))
  })

  it('drops what is left in one act where the sentences do not contradict each other', async () => {
    const { server, keys } = openJudge()
    press('t', 'shift+c')
    await allSaved()
    const [first, ...rest] = keys
    expect(server.answers()[first ?? '']).toEqual({ judgement: 'true' })
    for (const key of rest) expect(server.answers()[key]).toEqual({ judgement: 'non-contradictory' })
    expect(server.sent.filter(({ origin }) => origin === 'bulk')).toHaveLength(rest.length)
  })

  it('says what to do where no fact was found', () => {
    openJudge(null)
    expect(screen.getByText(/nothing to judge. The item is to be discarded/)).toBeTruthy()
  })
})
