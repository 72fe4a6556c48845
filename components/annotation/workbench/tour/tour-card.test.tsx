import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench, press } from '@/tests/support/test-bench'

it('arrows turn the page only where they mean nothing else: not with Shift, nor in what scrolls sideways', () => {
  const content = { prompt: 'Where?', response: 'There.', domain: 'wk', source: null, index: null, refContents: [] }
  const initial = newWorkbench('felm', 'segments', content, [content.response])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProtocolWorkbench
        initial={initial}
        Host={testHost('felm')}
        firstTasks={{ tour: true, closedDefinitions: null }}
      />
      <section aria-label="Wide" data-cut="right" tabIndex={-1} />
      <section aria-label="Narrow" data-cut="none" tabIndex={-1} />
    </QueryClientProvider>,
  )
  const at = () => screen.getByText(/^Tour, /).textContent?.slice(6, 7)
  press('ArrowRight')
  expect(at()).toBe('2')
  press('shift+ArrowRight')
  screen.getByLabelText('Wide').focus()
  press('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  expect(at()).toBe('2')
  screen.getByLabelText('Narrow').focus()
  press('shift+ArrowLeft')
  expect(at()).toBe('2')
  press('ArrowLeft')
  expect(at()).toBe('1')
})

it('Enter goes on after an answer too, which has moved the focus to the next question', () => {
  const content = {
    prompt: 'Where?',
    response: 'There. Here.',
    domain: 'wk',
    source: null,
    index: null,
    refContents: [],
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProtocolWorkbench
        initial={newWorkbench('felm', 'segments', content, ['There.', ' Here.'])}
        Host={testHost('felm')}
        firstTasks={{ tour: true, closedDefinitions: null }}
      />
    </QueryClientProvider>,
  )
  const at = () => screen.getByText(/^Tour, /).textContent?.slice(6, 7)
  press('Enter')
  expect(at()).toBe('2')
  press('t')
  expect(document.activeElement?.id).toBe('unit-s2')
  press('Enter')
  expect(at()).toBe('3')
})
