'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Time } from '@/components/ui/time'
import type { OneTimeLink as Link } from '@/lib/workspace/users/contract'

/** A link that is shown this once, ready to be copied. */
export function OneTimeLink({ link, label, places = 1 }: { link: Link; label: string; places?: number }) {
  return (
    <div className="flex flex-col gap-2">
      <OneTimeSecret label={label} value={new URL(link.path, window.location.origin).href} what="link" />
      <p className="text-muted text-sm">
        It works {places === 1 ? 'once' : `for ${places} people`}, until <Time value={link.expiresAt} />, and is not
        shown again.
      </p>
    </div>
  )
}

/** A read-only value with a button to copy it. */
export function OneTimeSecret({ label, value, what }: { label: string; value: string; what: string }) {
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        <Input readOnly value={value} dir="ltr" className="font-mono" onFocus={(event) => event.target.select()} />
      </Field>
      <CopyButton value={value} what={what} showLabel variant="primary" size="md" />
    </div>
  )
}
