import { showToast } from './toast-queue'

type ToastOptions = {
  /** A second, quieter line. */
  description?: string
  /** A button in the toast, for example Undo. */
  action?: { label: string; onClick: () => void }
  /** Toasts with one id replace each other. */
  id?: string
}

const BRIEF_MS = 6_000
const WITH_ACTION_MS = 12_000

const duration = (options?: ToastOptions) => (options?.action ? WITH_ACTION_MS : BRIEF_MS)

/** Short messages about what just happened. Errors stay until they are closed. */
export const toast = {
  info: (message: string, options?: ToastOptions) =>
    showToast((sonner) => sonner.message(message, { duration: duration(options), ...options })),
  success: (message: string, options?: ToastOptions) =>
    showToast((sonner) => sonner.success(message, { duration: duration(options), ...options })),
  error: (message: string, options?: ToastOptions) =>
    showToast((sonner) => sonner.error(message, { duration: Number.POSITIVE_INFINITY, ...options })),
  dismiss: (id?: string) => showToast((sonner) => sonner.dismiss(id)),
}
