import { toast } from '@/components/ui/toast'

/** Says that a change was refused, in the server's words. */
export const complain = (error: Error) => toast.error('This was not saved', { description: error.message })
