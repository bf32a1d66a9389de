import { useWrite } from '#web/wire/call.ts'
import { enterView } from '#web/session/viewing.ts'

/** Begins to look at the school as a guardian sees it, and opens their start page. */
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
