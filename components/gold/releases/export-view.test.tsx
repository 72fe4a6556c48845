import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ExportList } from '@/lib/gold/releases/contract'
import { ExportView } from './export-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const list = (labels: ExportList['labels']): ExportList => ({
  labels,
  unsettled: 0,
  exports: [
    {
      key: 'native',
      title: 'Gold',
      description: 'All of it.',
      rows: 'item',
      count: 3,
      from: { what: 'item', count: 3 },
      fileName: 'oceans-native.jsonl',
    },
    ...[2, null].map((count) => ({
      key: `passed-${count}`,
      title: `Passed ${count}`,
      description: 'Some of it.',
      rows: 'record' as const,
      count,
      from: { what: 'item' as const, count: 1234 },
      fileName: 'oceans-passed.csv',
    })),
  ],
})
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const FILE = `/api/projects/${PROJECT}/exports/native`

describe('ExportView', () => {
  it('offers everything, and leads to what was made without seeing a suggestion', () => {
    render(<ExportView projectId={PROJECT} data={list('all')} />)
    expect(href('Download Gold')).toBe(FILE)
    expect(href('Only labels made without seeing a suggestion')).toBe(`/projects/${PROJECT}/export?labels=unseen`)
  })

  it('says how many rows a file holds, and of how many items where that is another number', () => {
    const { container } = render(<ExportView projectId={PROJECT} data={list('all')} />)
    expect(container.textContent).toContain('3 items · oceans-native.jsonl')
    expect(container.textContent).toContain('2 records from 1,234 items · oceans-passed.csv')
    expect(container.textContent).toContain('records from 1,234 items · oceans-passed.csv')
  })

  it('says of each file what is left in it, and downloads just that', () => {
    render(<ExportView projectId={PROJECT} data={list('unseen')} />)
    expect(href('Download Gold')).toBe(`${FILE}?labels=unseen`)
    expect(screen.getAllByText(/Imported gold is left out/)[0]).toBeTruthy()
    expect(href('Show all labels')).toBe(`/projects/${PROJECT}/export`)
  })
})
