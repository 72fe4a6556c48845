/** The consolidation desk while something of it has not reached the server. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'
import { type Screen, screen } from './screen'
import { deskIn } from './world'

interface Shown {
  userId: string
  taskId: string
  round: number
  revision: number
  open: { unit: string; question: string; values: { lane: string; value: unknown }[] }[]
}

/** A lane that was taken on an open question lies in the browser: sent in vain, or settled otherwise by somebody else. */
const chosen = (state: 'waiting' | 'conflict') => async (page: Page) => {
  const [, taskId = ''] = /tasks\/([^/]+)/.exec(page.url()) ?? []
  const view = (await (await page.request.get(`/api/tasks/${taskId}/consolidation`)).json()) as Shown
  const [mine, theirs] = view.open[0]?.values ?? []
  const at = { unit: view.open[0]?.unit ?? '', question: view.open[0]?.question ?? '' }
  const other = { known: [[{ ...at, value: theirs?.value ?? null, reason: '' }]] }
  const entry = {
    taskId,
    annotationId: `${taskId}.${view.round}`,
    ...at,
    origin: 'chosen',
    suggestionId: null,
    value: { does: 'settle', choice: { lane: mine?.lane ?? '' }, reason: '' },
    base: view.revision,
    baseValue: { known: [[]] },
    seq: 1,
    editedAt: Date.now(),
    sent: [],
    refused: null,
    conflict: state === 'conflict' ? { value: other, revision: view.revision } : null,
  }
  const key = `assay-outbox/desk/${view.userId}/${entry.annotationId}/${at.unit}/${at.question}`
  await page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, JSON.stringify(entry)])
  await page.route(/\/resolutions$/, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await expectAwake(page)
  await expect(page.locator('[data-save-state]').filter({ visible: true })).toHaveAttribute('data-save-state', state)
}

export const desk: Screen[] = [
  screen('settle, waiting for the server', 'rui', deskIn('consolidating'), {
    first: chosen('waiting'),
    hears: 'status of 503',
  }),
  screen('settle, settled otherwise elsewhere', 'rui', deskIn('consolidating'), { first: chosen('conflict') }),
]
