import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDocument } from '@/lib/protocols/factor-validation/formats/document'
import { readRow } from '@/lib/protocols/factor-validation/formats/row'
import { documentRecord, factorRow } from '@/lib/protocols/factor-validation/sample-records'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(read: ReturnType<typeof readRow>): TestServer {
  if (!read.ok) throw new Error('not read')
  const bench = newWorkbench('factor-validation', 'validate', read.record.content, [])
  const server = new TestServer(bench)
  drawBench(bench)
  return server
}

const openUnit = () => document.querySelector('a[aria-current=step]')?.id
const marked = (tag: 'ins' | 'del', unit: string) =>
  Array.from(document.querySelectorAll(`#unit-${unit} ${tag}`), ({ textContent }) => textContent)

describe('contradictions on the workbench', () => {
  it('are judged by key alone, all three, each answer leading on', async () => {
    const server = show(readRow(factorRow()))
    expect(openUnit()).toBe('unit-c1')
    press('y', 'f', 'c')
    expect(openUnit()).toBe('unit-c1')
    press('2')
    await waitFor(() => expect(openUnit()).toBe('unit-c2'))
    press('x', 'u', 'i')
    await waitFor(() => expect(openUnit()).toBe('unit-c3'))
    // The type says that it is non-factual; one key says yes to the rest.
    press('1', 'b')
    press('ctrl+enter')
    await allSaved()
    await waitFor(() => expect(server.submissions).toBe(1))
    const good = { nonFactual: true, fluent: true, selfConsistent: true }
    expect(server.answers()).toEqual({
      c1: { ...good, errorType: 'entity' },
      c2: { nonFactual: false, fluent: false, selfConsistent: false },
      c3: { ...good, errorType: 'predicate' },
    })
  })

  it('take several answers back as the one step they were', async () => {
    const server = show(readRow(factorRow()))
    press('3')
    await allSaved()
    expect(server.answers().c1).toEqual({ nonFactual: true, errorType: 'circumstance' })
    press('ctrl+z')
    await waitFor(() => expect(server.answers()).toEqual({}))
  })

  it('show their edits, and nothing by which the true completion could be told', () => {
    show(readRow(factorRow()))
    expect([marked('del', 'c1'), marked('ins', 'c1')]).toEqual([['mayor'], ['governor']])
    // Side by side, they are heard apart.
    expect(document.getElementById('unit-c1')?.textContent).toContain('taken out: mayor;  added: governor; ')
    expect([marked('del', 'c2'), marked('ins', 'c2')]).toEqual([['1962'], ['1966']])
    expect(document.body.textContent).not.toContain('work .')
  })

  it('take a note by key', async () => {
    const server = show(readRow(factorRow()))
    press('r')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    write('The governor may be the mayor.')
    await allSaved()
    expect(server.answers().c1).toEqual({ note: 'The governor may be the mayor.' })
  })

  it('fold a long prefix but for its last paragraph', async () => {
    const early = 'Long ago nothing happened. '.repeat(40)
    show(readRow(factorRow({ full_prefix: `${early}\nThe bridge was closed.` })))
    expect(document.body.textContent).not.toContain('Long ago')
    expect(document.body.textContent).toContain('The bridge was closed.')
    press('h')
    await waitFor(() => expect(document.body.textContent).toContain('Long ago'))
    press('h')
    await waitFor(() => expect(document.body.textContent).not.toContain('Long ago'))
  })

  it('are waited for where the builder has not run, and nothing can be submitted', async () => {
    const server = show(readDocument(documentRecord()))
    expect(screen.getByText(/There are none yet/)).toBeTruthy()
    press('ctrl+enter')
    await waitFor(() => expect(screen.getAllByText(/run the builder/).length).toBeGreaterThan(1))
    expect(server.submissions).toBe(0)
  })
})
