'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { MOST_BYTES, writeKeyFile } from '@/lib/platform/client/keymap-file'
import { KeyRow } from './key-row'
import { type KeyTables, searchSections, sectionsOf } from './sections'
import { type KeySettingsState, useKeySettings } from './use-key-settings'

/** Every action that has a key, to be found, changed, and taken along. */
export function KeySettings({ tables }: { tables: KeyTables }) {
  const settings = useKeySettings(tables.screens)
  const [query, setQuery] = useState('')
  const sections = searchSections(sectionsOf(tables), query, settings.choices)
  return (
    <div className="space-y-4">
      <Field label="Search actions and keys">
        <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </Field>
      <Said settings={settings} />
      {sections.length === 0 ? <p className="text-muted text-sm">No action contains these words.</p> : null}
      {sections.map(({ title, actions }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 font-semibold text-sm">{title}</h3>
          <ul className="divide-y divide-line">
            {actions.map((action) => (
              <KeyRow key={action.name} action={action} settings={settings} />
            ))}
          </ul>
        </section>
      ))}
      <KeyFile settings={settings} />
    </div>
  )
}

/** What became of the last change, read out. */
function Said({ settings: { word } }: { settings: KeySettingsState }) {
  return (
    <div role="status" className="sticky top-16 z-10 low:static">
      {word ? (
        <Callout live={false} tone={word.isProblem ? 'danger' : 'success'}>
          {word.text}
        </Callout>
      ) : null}
    </div>
  )
}

function KeyFile({ settings }: { settings: KeySettingsState }) {
  const { choices, take, refuse, resetAll } = settings
  const read = async ([file]: File[]) => {
    if (!file) return
    if (file.size > MOST_BYTES) refuse('The file was not taken over. It is too large for a file of keys.')
    else take(await file.text())
  }
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(writeKeyFile(choices))}`
  return (
    <div className="space-y-3 border-line border-t pt-4">
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass('secondary', 'md')} download="assay-keys.json" href={href}>
          Export
        </a>
        <Button disabled={Object.keys(choices).length === 0} onClick={resetAll}>
          All back to default
        </Button>
      </div>
      <FileDrop
        label="Drop a file of keys here, or choose one"
        hint="A file that was exported here. It replaces all keys you chose, or is refused as a whole."
        accept=".json"
        onFiles={(files) => void read(files)}
      />
    </div>
  )
}
