const setting = document.querySelector<HTMLMetaElement>('meta[name="hosted-identity"]')?.content

/** The hosted identity service that the server names in place of its own, or null. */
export const hosted = setting ? (JSON.parse(setting) as { projectId: string; apiKey: string }) : null
