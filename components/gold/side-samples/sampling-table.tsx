'use client'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Table, Td, Th } from '@/components/ui/table'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'

interface SamplingTableProps {
  data: SamplingView
  drafts: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  onChange: (drafts: Record<string, string>) => void
}

/** A row for each set: how many items it has, how many of them were begun, how many are to stay. */
export function SamplingTable({ data: { by, sets }, drafts, errors, onChange }: SamplingTableProps) {
  if (sets.length === 0)
    return <EmptyState title="There are no items yet">Import items first; their {by}s appear here as sets.</EmptyState>
  return (
    <Table caption={`Items by ${by}, and how many are to stay`}>
      <thead>
        <tr>
          <Th>{by === 'source' ? 'Source' : 'Domain'}</Th>
          <Th numeric>Items</Th>
          <Th numeric>Begun</Th>
          <Th numeric>Set aside before</Th>
          <Th>Keep</Th>
        </tr>
      </thead>
      <tbody>
        {sets.map(({ set, items, begun, setAside }) => (
          <tr key={set}>
            <Th scope="row">
              <span dir="auto" className="wrap-anywhere block min-w-24">
                {set === '' ? 'not given' : set}
              </span>
            </Th>
            <Td numeric>{items.toLocaleString('en')}</Td>
            <Td numeric>{begun.toLocaleString('en')}</Td>
            <Td numeric>{setAside.toLocaleString('en')}</Td>
            <Td>
              <Field label={`Keep of ${set === '' ? 'those without one' : set}`} hideLabel error={errors[set]}>
                <Input
                  type="number"
                  min={0}
                  placeholder="all"
                  className="w-28"
                  value={drafts[set] ?? ''}
                  onChange={(event) => onChange({ ...drafts, [set]: event.target.value })}
                />
              </Field>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
