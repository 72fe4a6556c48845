import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const response = { id: 'r1', domain: 'wk', source: null, prompt: 'Which lake?', response: 'Lake Baikal.' }
const reference = { ...response, url: 'https://lakes.example/baikal', about: null, segments: ['Lake Baikal.'] }

function open(protocolId: string, stage: string, content: typeof response | typeof reference) {
  const bench = newWorkbench(protocolId, stage, content, [])
  const server = new TestServer(bench)
  drawBench(bench)
  return server
}

async function submitted(server: TestServer) {
  await allSaved()
  press('ctrl+Enter')
  await waitFor(() => expect(server.submissions).toBe(1))
  return server.answers()
}

it('a response that is as it should be takes one key', async () => {
  const server = open('felm-response-audit', 'responses', response)
  press('y')
  expect(await submitted(server)).toEqual({ item: { harassment: false, sexual: false, violent: false, valid: true } })
})

it('a response with something in it is told check by check', async () => {
  const server = open('felm-response-audit', 'responses', response)
  press('2', '3', '5', '8')
  expect(await submitted(server)).toEqual({ item: { harassment: true, sexual: false, violent: false, valid: false } })
})

it('a reliable reference takes one key, and its link leads out', async () => {
  const server = open('felm-reference-audit', 'references', reference)
  const link = screen.getByRole('link', { name: /lakes\.example/ })
  expect(link.getAttribute('rel')).toContain('noopener')
  press('y')
  expect(await submitted(server)).toEqual({ item: { freeOfMisinformation: true, freeOfRumour: true } })
})

it('a reference that is not reliable needs a reason', async () => {
  const server = open('felm-reference-audit', 'references', reference)
  press('1', '4')
  await allSaved()
  press('ctrl+Enter', 'Escape')
  expect(server.submissions).toBe(0)
  await waitFor(() => expect(document.activeElement?.id).toBe('field-item-note'))
  write('Nobody is named as a source.')
  expect(await submitted(server)).toEqual({
    item: { freeOfMisinformation: true, freeOfRumour: false, note: 'Nobody is named as a source.' },
  })
})
