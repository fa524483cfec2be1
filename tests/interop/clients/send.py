# Hands one mail in with Python's smtplib: port, sender, recipient, file, and a certificate to trust over STARTTLS, or nothing.
import smtplib
import ssl
import sys

port, sender, recipient, file, certificate = sys.argv[1:]
with smtplib.SMTP("127.0.0.1", int(port), local_hostname="client.example") as server:
    server.set_debuglevel(1)
    if certificate:
        server.starttls(context=ssl.create_default_context(cafile=certificate))
    with open(file, "rb") as mail:
        server.sendmail(sender, [recipient], mail.read())
