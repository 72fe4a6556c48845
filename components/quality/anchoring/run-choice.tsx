'use client'

import { useRouter } from 'next/navigation'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { Anchoring } from '@/lib/quality/anchoring/contract'

const BEST = 'best'

/** Whose suggestions the labels are compared with. */
export function RunChoice({ projectId, runs, run }: Pick<Anchoring, 'runs' | 'run'> & { projectId: string }) {
  const router = useRouter()
  const page = `/projects/${projectId}/prefill/anchoring`
  return (
    <Field
      label="Compared with"
      hint="Annotators may have seen suggestions of several runs; agreement is with those chosen here."
      className="max-w-md"
    >
      <Select
        options={[
          { value: BEST, label: 'The suggestion with the highest score' },
          ...runs.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={run ?? BEST}
        onValueChange={(chosen) => router.push(chosen === BEST ? page : `${page}?run=${chosen}`)}
      />
    </Field>
  )
}
