import { useWrite } from '#web/wire/call.ts'
import { enterView } from '#web/session/viewing.ts'

/** Starts a view as a guardian and opens the guardian's home page. */
export const useLookOn = () => {
  const write = useWrite('parents-viewAs')
  return {
    start: (id: string): void =>
      write.start({ id }, ({ viewId, name, nativeName }) =>
        enterView({ id: viewId, name, nativeName, back: location.pathname + location.search }),
      ),
    error: write.error,
    isPending: write.isPending,
  }
}
