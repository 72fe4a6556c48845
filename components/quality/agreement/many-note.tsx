import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import { formatCount } from './figure-format'

/** From so many coefficients on, extremes by chance deserve a warning. */
const MANY = 10

/** Says what many coefficients side by side mean; nothing while they are few. */
export function ManyNote({ coefficients }: { coefficients: number }) {
  if (coefficients <= MANY) return null
  const missing = Math.max(1, Math.round(coefficients * (1 - CONFIDENCE)))
  return (
    <p className="max-w-prose text-muted text-sm">
      There are {formatCount(coefficients)} coefficients here. Among so many some are high or low by chance alone, and
      about {formatCount(missing)} of the {CONFIDENCE * 100}% intervals can be expected to miss; compare lower ends, not
      points.
    </p>
  )
}
