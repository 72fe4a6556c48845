'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { counted } from '@/lib/text/counted'
import type { ImportDetail, JoinedFileCounts } from '@/lib/workspace/imports/contract'
import { useMapImport } from '@/lib/workspace/imports/hooks'

/** What second files have for the records, and which of the files that came together is which. */
export function JoinedFilesPanel({ data, canChange }: { data: ImportDetail; canChange: boolean }) {
  const together = data.reading.facts?.together ?? null
  return (
    <Panel
      title="Second files"
      description={
        together?.main ? (
          <>
            The records are in <bdi>{together.main}</bdi>.
          </>
        ) : (
          'Records of this protocol have partners in second files.'
        )
      }
    >
      <div className="space-y-4">
        <ul className="space-y-2 text-sm">
          {data.joins.map((join) => (
            <li key={join.name}>
              <span className="font-medium">{join.name}</span>: {joinText(join)}
            </li>
          ))}
        </ul>
        {canChange && together && together.names.length > 1 ? <FileRoles data={data} names={together.names} /> : null}
      </div>
    </Panel>
  )
}

/** In words: how many records have a partner, and how many partners nobody has. */
function joinText({ called, file, withPartner, without, unused }: JoinedFileCounts): string {
  if (file === null) return `no file ${called} came with the records.`
  const parts = [
    `${counted(withPartner, 'record')} with a partner in ${file}`,
    `${without.toLocaleString('en')} without`,
    `${counted(unused, 'partner')} unused`,
  ]
  return `${parts.join(', ')}.`
}

/** Which file is which: as their names say it, to be changed by hand. */
function FileRoles({ data, names }: { data: ImportDetail; names: readonly string[] }) {
  const map = useMapImport(data.id, data.projectId)
  const { together } = data.reading.facts ?? {}
  const [main, setMain] = useState(together?.main ?? null)
  const [partners, setPartners] = useState<Record<string, string | null>>(() =>
    Object.fromEntries((together?.partners ?? []).map(({ name, file }) => [name, file])),
  )
  const chosen = Object.entries(partners).flatMap(([name, file]) => (file === null ? [] : [[name, file] as const]))
  const all = [...(main === null ? [] : [main]), ...chosen.map(([, file]) => file)]
  const isTwice = new Set(all).size < all.length
  const options = names.map((name) => ({ value: name, label: name }))
  return (
    <details open={together?.main === null}>
      <summary className="cursor-pointer text-sm">Which file is which</summary>
      <div className="mt-3 space-y-3 text-sm">
        <Role label="The records" options={options} value={main} onChange={setMain} />
        {Object.entries(partners).map(([name, file]) => (
          <Role
            key={name}
            label={name}
            options={options}
            value={file}
            onChange={(next) => setPartners({ ...partners, [name]: next })}
          />
        ))}
        {isTwice ? <p className="text-muted">One file cannot be two of them.</p> : null}
        {map.error ? (
          <Callout tone="danger" title="The files were not checked again">
            {map.error.message}
          </Callout>
        ) : null}
        <Button
          loading={map.isPending}
          disabled={main === null || isTwice}
          onClick={() =>
            main !== null && map.mutate({ mapping: null, files: { main, partners: Object.fromEntries(chosen) } })
          }
        >
          Check again with these files
        </Button>
      </div>
    </details>
  )
}

type RoleProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | null
  onChange: (name: string) => void
}

function Role({ label, options, value, onChange }: RoleProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {label}
      <Select
        label={`The file of: ${label}`}
        className="w-auto min-w-48"
        options={options}
        value={value}
        onValueChange={onChange}
      />
    </div>
  )
}
