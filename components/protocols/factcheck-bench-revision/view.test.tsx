import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chosenMethods } from '@/lib/protocols/factcheck-bench-revision/choices'
import { shows } from '@/lib/protocols/factcheck-bench-revision/content'
import { readRevision } from '@/lib/protocols/factcheck-bench-revision/formats/read'
import { preferStage } from '@/lib/protocols/factcheck-bench-revision/work'
import { inShownOrder } from '@/lib/protocols/shown-order'
import { methodOf } from '@/lib/protocols/side-by-side/methods'
import { responseRecord, revisionRecord } from '@/tests/revision-samples'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const ORDER = ['with-question-model-two', 'no-question-model-two', 'with-question-model-one', 'no-question-model-one']

/** The workbench as the server sends it to an annotator who sees the revisions in ORDER. */
function open(record: typeof revisionRecord | typeof responseRecord) {
  const read = readRevision(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  const units = preferStage.units(content, [], {})
  const shown = ORDER.flatMap((method) => units.find(({ key }) => methodOf(content, key) === method)?.key ?? [])
  const bench = newWorkbench('factcheck-bench-revision', 'prefer', shows(content), [], {
    units: inShownOrder(preferStage, units, shown),
    shown,
  })
  const server = new TestServer(bench)
  drawBench(bench)
  return { server, content }
}

const focused = () => document.activeElement?.id

async function submitted(server: TestServer) {
  await allSaved()
  press('ctrl+Enter')
  await waitFor(() => expect(server.submissions).toBe(1))
  return server.answers()
}

describe('choosing the best revision', () => {
  it('takes what is pressed after a choice for keys, not for the beginning of the reason', async () => {
    const { server, content } = open(revisionRecord)
    press('1')
    await allSaved()
    expect(focused()).not.toBe('field-item-reason')
    press('3')
    await allSaved()
    expect(chosenMethods({ content }, server.answers())).toEqual(['with-question-model-one'])
    expect(server.answers().item).not.toHaveProperty('reason')
  })

  it('goes by keys alone, and stands for the method at that place', async () => {
    const { server, content } = open(revisionRecord)
    press('3', 'r')
    await waitFor(() => expect(focused()).toBe('field-item-reason'))
    write('It reads best.')
    const answers = await submitted(server)
    expect(chosenMethods({ content }, answers)).toEqual(['with-question-model-one'])
    expect(answers.item?.reason).toBe('It reads best.')
  })

  it('lets those be chosen together that say the same, and no others', async () => {
    const { server, content } = open(revisionRecord)
    press('1', '2', '4', 'r')
    await waitFor(() => expect(focused()).toBe('field-item-reason'))
    write('Both change the year only.')
    const answers = await submitted(server)
    expect(chosenMethods({ content }, answers)).toEqual(['no-question-model-one', 'no-question-model-two'])
  })

  it('tells nowhere whose the revisions are, and names the criteria in their order', () => {
    open(revisionRecord)
    expect(document.body.textContent).not.toMatch(/question-model/)
    const criteria = screen.getByRole('region', { name: /Criteria/ }).querySelectorAll('li')
    expect([...criteria].map(({ textContent }) => textContent?.split(':')[0])).toEqual([
      'No factual errors',
      'Keeps the style',
      'Reads naturally',
    ])
  })

  it('shows the changes against the original when asked', () => {
    open(revisionRecord)
    const changes = () => screen.getByRole('region', { name: 'Revision 3' }).querySelectorAll('ins, del').length
    expect(changes()).toBe(0)
    press('v')
    expect(changes()).toBeGreaterThan(0)
    press('v')
    expect(changes()).toBe(0)
  })

  it('cannot be submitted where there is nothing to choose from', async () => {
    const { server } = open(responseRecord)
    expect(screen.getByText('There are no revisions yet')).not.toBeNull()
    press('1', 'ctrl+Enter')
    await waitFor(() => expect(document.body.textContent).toMatch(/no revisions to choose from/))
    expect(server.submissions).toBe(0)
  })
})
