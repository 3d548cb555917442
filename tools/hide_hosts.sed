# Hides where a machine's archives are (sed -E -f): which mirror a machine uses is its owner's business, and logs get pasted into mails.
s#[a-z+]+://[^ '"]*#(archive)#g
s#\b([A-Za-z0-9-]+\.)+[A-Za-z]{2,}:[a-z0-9]+#(archive)#g
s#'([A-Za-z0-9-]+\.)+[A-Za-z]{2,}'#(archive)#g
s#\(([0-9]{1,3}\.){3}[0-9]{1,3}\)|\([0-9a-fA-F]*:[0-9a-fA-F:]+\)#(address)#g
s#\b([0-9]{1,3}\.){3}[0-9]{1,3}(:[0-9]+)?\b#(address)#g
