/** Closes what this browser still shows about a request for which nothing more is asked of the operator. */
export async function closeNotificationsOf(request: string): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (notification.data?.path === `/requests/${request}`) notification.close();
  }
}
