import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '@/lib/workspace/audit-log/contract'
import { AuditTable } from './audit-table'

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '[click](javascript:alert(1))',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Etxt.exe',
]

const event = (text: string): AuditEvent => ({
  id: '7',
  at: '2026-11-20T10:00:00.000Z',
  type: 'guideline.published',
  kind: 'project',
  by: { id: '00000000-0000-7000-8000-000000000001', name: text },
  text,
  remark: text,
  item: { id: '00000000-0000-7000-8000-000000000002', position: 12 },
})

describe('the table of events', () => {
  it.each(HOSTILE)('shows %s as it was written, wherever it stands', (text) => {
    const { container } = render(<AuditTable events={[event(text)]} itemsPath="/projects/p/items" />)
    expect(screen.getAllByText(text)).toHaveLength(3)
    expect(container.querySelectorAll('script, img, svg, iframe, [onerror], [onload]')).toHaveLength(0)
    for (const link of container.querySelectorAll('a'))
      expect(link.getAttribute('href')).toMatch(/^\/projects\/p\/items\//)
  })

  it('names the machine where nobody did it, and leaves items out where there are none', () => {
    const lapsed = { ...event('Reservation lapsed'), by: null, item: null, remark: null }
    const { container } = render(<AuditTable events={[lapsed]} itemsPath={null} />)
    expect([...container.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual([
      'When',
      'Who',
      'What',
      'Kind',
    ])
    expect(container.textContent).toContain('AssayReservation lapsed')
  })
})
