import { MEASURED } from '@/lib/workspace/users/rules'

/** That hours are measured, for who is about to come in. */
export const MeasuredNote = () => <p className="mt-5 border-line border-t pt-4 text-muted text-xs">{MEASURED}</p>
