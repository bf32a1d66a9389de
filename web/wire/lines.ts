/** Passes each line of a response to `take` as it arrives. */
export const readLines = async (response: Response, take: (line: string) => void): Promise<void> => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
    if (done) return
  }
}
