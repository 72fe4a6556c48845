'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Columns3 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { columnTitle, isField, type ShownColumn, writtenColumns } from '@/lib/workspace/items/columns/rules'
import { itemColumns, MOST_COLUMNS, STAFF_COLUMNS } from '@/lib/workspace/items/contract'
import type { HrefOf } from './items-filters'

interface ColumnsDialogProps {
  columns: readonly ShownColumn[]
  /** May the reader see who annotates, agreement, and models? */
  staff: boolean
  hrefOf: HrefOf
}

/** Which columns the list shows; they stand in its address. */
export function ColumnsDialog(props: ColumnsDialogProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Columns3 aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen ? <ColumnsForm {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ColumnsForm({ columns, staff, hrefOf, onClose }: ColumnsDialogProps & { onClose: () => void }) {
  const router = useRouter()
  const form = useId()
  const [chosen, setChosen] = useState<readonly ShownColumn[]>(columns.filter((column) => !isField(column)))
  const [fields, setFields] = useState(columns.filter(isField).join(', '))
  const [error, setError] = useState<string | null>(null)
  const offered = itemColumns.filter((column) => staff || !STAFF_COLUMNS.includes(column))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const pointers = fields
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const wrong = pointers.find((each) => !/^\/[^,]{1,200}$/.test(each))
    if (wrong !== undefined) return setError(`“${wrong}” is no place in a record: write it as in /meta/language.`)
    const next = [...chosen, ...(pointers as ShownColumn[])]
    if (next.length === 0) return setError('Choose a column or more.')
    if (next.length > MOST_COLUMNS) return setError(`At most ${MOST_COLUMNS} columns.`)
    onClose()
    router.push(hrefOf({ columns: writtenColumns(next) }))
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Columns"
      description="Kept in the address of the list, and with a view."
      footer={
        <Button type="submit" form={form} variant="primary">
          Show these
        </Button>
      }
    >
      <form id={form} onSubmit={save} className="space-y-4">
        <fieldset className="space-y-2">
          <legend className="mb-2 font-medium text-sm">Of the item</legend>
          {offered.map((column) => (
            <Checkbox
              key={column}
              label={columnTitle(column)}
              checked={chosen.includes(column)}
              onCheckedChange={(on) =>
                setChosen(on === true ? [...chosen, column] : chosen.filter((each) => each !== column))
              }
            />
          ))}
        </fieldset>
        <Field
          label="Fields of the record"
          hint="Where they stand in it, with commas between: /meta/language. What may hold labels is shown when its reader may know them."
        >
          <Input
            value={fields}
            maxLength={2000}
            autoComplete="off"
            onChange={(event) => setFields(event.target.value)}
          />
        </Field>
        {error ? <Callout tone="danger">{error}</Callout> : null}
      </form>
    </Dialog>
  )
}
