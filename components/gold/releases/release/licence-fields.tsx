import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { CardText } from '@/lib/gold/releases/release/contract'
import { LICENCES } from '@/lib/gold/releases/release/rules'

interface LicenceFieldsProps {
  text: CardText
  change: (given: Partial<CardText>) => void
}

/** A licence from the list, another by its SPDX identifier, or one of one's own with name and link. */
export function LicenceFields({ text, change }: LicenceFieldsProps) {
  const listed = LICENCES.some(({ id }) => id === text.licence)
  return (
    <>
      <Field label="Licence" required>
        <Select
          options={LICENCES.map(({ id, text: words }) => ({
            value: id,
            label: id === 'other' ? words : `${id}: ${words}`,
          }))}
          value={listed ? text.licence : null}
          placeholder={text.licence || 'Choose…'}
          onValueChange={(licence) => change({ licence })}
        />
      </Field>
      {text.licence === 'other' ? (
        <>
          <Field label="Name of the licence" required>
            <Input value={text.licenceName} maxLength={200} onChange={(e) => change({ licenceName: e.target.value })} />
          </Field>
          <Field label="Link to the licence" required className="sm:col-span-2">
            <Input
              type="url"
              value={text.licenceLink}
              maxLength={2000}
              onChange={(e) => change({ licenceLink: e.target.value })}
            />
          </Field>
        </>
      ) : (
        <Field label="Or another, by its SPDX identifier">
          <Input
            value={listed ? '' : text.licence}
            maxLength={100}
            placeholder="BSD-3-Clause"
            onChange={(e) => change({ licence: e.target.value.trim() })}
          />
        </Field>
      )}
    </>
  )
}
