/** Copies a text, and says whether that worked: null until somebody has copied it. */
import { useState } from 'react';

export function useCopied(text: string) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return { copied, copy, forget: () => setCopied(null) };
}
