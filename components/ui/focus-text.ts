import { isTyping } from '@/lib/platform/client/keyboard-guards'

/**
 * For the moment at which something over the page takes the focus: gives it to the first text that can be written in.
 * Without one the event is left alone, and the first control has it.
 */
export function focusText(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return
  const fields = event.target.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const field = [...fields].find((each) => isTyping(each) && !each.readOnly && !each.disabled)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
}
