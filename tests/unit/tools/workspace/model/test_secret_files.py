import pytest

from assistant.tools.workspace.model.secret_files import is_secret


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    "name",
    [
        "id_rsa",
        "ID_RSA",
        "id_ed25519_sk",
        "id_rsa.old",
        "server.key",
        "Cert.PEM",
        "store.p12",
        "passwords.kdbx",
        "login.keychain-db",
        "wallet.dat",
        "credentials.json",
        "Login Data",
        "key4.db",
        "AppData",
        "Application Support",
        "terraform.tfstate",
        "secret.gpg ",
    ],
)
def test_keys_passwords_and_profiles_are_secret(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    ["id_rsa.pub", "monkey.txt", "cookies", "keyboard.md", "key.txt", "data", "report.pdf", "ssh"],
)
def test_other_files_are_not(name: str) -> None:
    assert not is_secret(name)
