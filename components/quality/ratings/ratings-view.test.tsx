import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { preferenceCsv } from '@/docs/examples/veriscore-preference'
import { matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import { RatingsView } from './ratings-view'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A server that computes the report, or answers with a problem. */
function serve(problem?: string): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(url)
    if (problem) {
      const body = { type: 'about:blank', title: '', status: 422, code: 'rule', detail: problem }
      return Response.json(body, { status: 422 })
    }
    const bytes = new TextEncoder().encode(String(init.body))
    return Response.json(reportOf(bytes, matrixOptionsSchema.parse({ resamples: '100' })))
  })
  return asked
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RatingsView />
    </QueryClientProvider>,
  )
  const paste = (text: string) => fireEvent.change(screen.getByLabelText('Or paste them'), { target: { value: text } })
  const compute = () => fireEvent.click(screen.getByRole('button', { name: 'Compute agreement' }))
  return { paste, compute }
}

it('shows both coefficients of pairs shown side by side, the gap in words, and how it was counted', async () => {
  const asked = serve()
  const { paste, compute } = show()
  paste(preferenceCsv())
  fireEvent.change(screen.getByLabelText('Shown left'), { target: { value: 'left' } })
  compute()
  const both = within(await screen.findByRole('table', { name: 'Figures on the system and on the side' }))
  const kappa = within(both.getByRole('row', { name: /^Fleiss’ kappa/ }))
  expect(kappa.getByText('0.129')).toBeTruthy()
  expect(kappa.getByText('0.766')).toBeTruthy()
  expect(screen.getByText(/gap of 0\.637 comes from chance agreement alone/)).toBeTruthy()
  expect(screen.getByText(/Read as CSV, one row a unit/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download JSON' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Agreement of the ratings' }))
  expect(asked).toEqual(['/api/agreement?order=left&level=nominal&dawidSkene=false&mace=false&ceiling=false'])
})

it('says what is wrong with a file, and asks for one first', async () => {
  const asked = serve('Line 2: This row has 2 fields, the heading has 3. Look for missing or unquoted separators.')
  const { paste, compute } = show()
  compute()
  expect(screen.getByText('Paste ratings or drop a file first.')).toBeTruthy()
  expect(asked).toEqual([])
  paste('unit,a,b\n1,x')
  compute()
  expect(await screen.findByText(/^Line 2: This row has 2 fields/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Agreement of the ratings' })).toBeNull()
})
