import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ExportList } from '@/lib/releases/contract'
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
      fileName: 'oceans-native.jsonl',
    },
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

  it('says of each file what is left in it, and downloads just that', () => {
    render(<ExportView projectId={PROJECT} data={list('unseen')} />)
    expect(href('Download Gold')).toBe(`${FILE}?labels=unseen`)
    expect(screen.getByText(/Imported gold is left out/)).toBeTruthy()
    expect(href('Show all labels')).toBe(`/projects/${PROJECT}/export`)
  })
})
